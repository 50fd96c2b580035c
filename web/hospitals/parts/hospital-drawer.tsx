import { Form } from 'antd'
import {
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  PROPERTIES_OF_ORG_TYPE,
} from '#contract/core/codes.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { AddHospital } from '#contract/hospitals/schemas.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { EditHospital, type HospitalDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { OrgDrawer } from '#web/widgets/org-drawer.tsx'
import { areaTripleOf } from '#web/widgets/org-fields.tsx'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select-radio.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

const refreshes = [hospitalEndpoints.hospitalPageList]

/** What the form holds; the area is one path instead of three ids. */
type HospitalValues = Omit<AddHospital, 'orgType' | 'provinceId' | 'cityId' | 'regionId'> & {
  area?: string[]
}

type Props = {
  kind: ScreeningOrgKind
  open: boolean
  /** The organisation to edit; absent for a new one. */
  orgId?: number
  onClose: () => void
}

export function HospitalDrawer({ kind, open, orgId, onClose }: Props) {
  const { noun, orgType } = kind
  const [form] = Form.useForm<HospitalValues>()
  const editing = orgId !== undefined
  const detail = useCall(orgEndpoints.hospitalDetail, { orgId: orgId ?? 0 }, { enabled: open && editing })
  const add = useSend(hospitalEndpoints.addHospital, { refreshes, success: false, form })
  const edit = useSend(orgEndpoints.editHospital, { refreshes, success: `${noun}信息已保存`, form })

  const handleSave = ({ area, ...values }: HospitalValues, org: HospitalDetail | undefined) => {
    if (org) return edit.send({ ...values, orgId: org.orgId, version: org.version })
    const place = areaTripleOf(area)
    return place && add.send({ ...values, ...place, orgType })
  }
  return (
    <OrgDrawer<HospitalDetail, HospitalValues>
      open={open}
      noun={noun}
      form={form}
      loaded={editing ? detail : undefined}
      initial={{ orgProperty: PROPERTIES_OF_ORG_TYPE[orgType][0] }}
      valuesOf={valuesOf}
      fields={<HospitalFields kind={kind} property={editing ? detail.data?.orgProperty : undefined} />}
      saving={add.sending || edit.sending}
      onClose={onClose}
      onSave={handleSave}
    />
  )
}

const valuesOf = (org: HospitalDetail): Partial<HospitalValues> => ({
  orgName: org.orgName,
  address: org.address ?? undefined,
  hospitalType: org.hospitalType ?? undefined,
  hospitalLevel: org.hospitalLevel ?? undefined,
  ownership: org.ownership ?? undefined,
  contactName: org.contactName ?? undefined,
  contactPhone: org.contactPhone ?? undefined,
})

/** What only a screening organisation has; its property is settled when it is added. */
function HospitalFields({ kind, property }: { kind: ScreeningOrgKind; property?: number }) {
  const properties: readonly number[] = PROPERTIES_OF_ORG_TYPE[kind.orgType]
  return (
    <>
      {property === undefined ? (
        <Form.Item name="orgProperty" label="机构属性">
          <SelectRadio options={OrgProperty.options.filter(({ value }) => properties.includes(value))} />
        </Form.Item>
      ) : (
        <Form.Item label="机构属性">{OrgProperty.label(property)}</Form.Item>
      )}
      {kind.graded && (
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
