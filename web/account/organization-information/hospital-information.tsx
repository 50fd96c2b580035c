import { Form } from 'antd'
import { HospitalLevel, HospitalOwnership, HospitalType, OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { EditHospital, HospitalDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { HospitalFields } from '#web/widgets/org/hospital-fields.tsx'
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
