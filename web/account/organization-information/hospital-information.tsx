import { Form } from 'antd'
import { HospitalLevel, HospitalOwnership, HospitalType, OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { EditHospital, type HospitalDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select-radio.tsx'
import { OrgInformation } from './org-information.tsx'

/** Hospitals, and the social screening organisations that take part like them. */
export function HospitalInformation({ orgId }: { orgId: number }) {
  const [form] = Form.useForm<EditHospital>()
  const detail = useCall(orgEndpoints.hospitalDetail, { orgId })
  const edit = useSend(orgEndpoints.editHospital, { refreshes: [orgEndpoints.hospitalDetail], form })
  return (
    <OrgInformation
      loaded={detail}
      items={hospitalItems}
      fields={<HospitalFields graded={detail.data?.orgType !== OrgType.code.social} />}
      form={form}
      saving={edit.sending}
      onSave={(values, { version }) =>
        edit.send({ ...values, hospitalLevel: values.hospitalLevel ?? null, orgId, version })
      }
    />
  )
}

function hospitalItems(hospital: HospitalDetail) {
  return [
    { key: 'type', label: '机构类别', children: HospitalType.label(hospital.hospitalType) },
    { key: 'level', label: '等级', children: HospitalLevel.label(hospital.hospitalLevel) },
    { key: 'ownership', label: '性质', children: HospitalOwnership.label(hospital.ownership) },
  ]
}

/** A social organisation has neither category nor grade. */
function HospitalFields({ graded }: { graded: boolean }) {
  return (
    <>
      {graded && (
        <>
          <Form.Item
            name="hospitalType"
            label="机构类别"
            rules={[{ required: true, message: '请选择机构类别' }]}
          >
            <SelectRadio options={HospitalType.options} />
          </Form.Item>
          <Form.Item name="hospitalLevel" label="等级">
            <SelectDropdown options={HospitalLevel.options} placeholder="未评级可不选" />
          </Form.Item>
        </>
      )}
      <Form.Item name="ownership" label="性质" rules={rulesOf(EditHospital, 'ownership', '请选择性质')}>
        <SelectRadio options={HospitalOwnership.options} />
      </Form.Item>
    </>
  )
}
