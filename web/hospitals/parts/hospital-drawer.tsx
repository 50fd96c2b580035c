import { Form } from 'antd'
import { OrgProperty, PROPERTIES_OF_ORG_TYPE } from '#contract/core/codes.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { AddHospital } from '#contract/hospitals/schemas.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { HospitalDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { HospitalFields } from '#web/widgets/org/hospital-fields.tsx'
import { OrgDrawer } from '#web/widgets/org/org-drawer.tsx'
import { areaTripleOf } from '#web/widgets/org/org-fields.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
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
  const detail = useCall(
    orgEndpoints.hospitalDetail,
    { orgId: orgId ?? 0, inFull: true },
    { enabled: open && editing },
  )
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
      fields={
        <>
          <PropertyItem kind={kind} property={editing ? detail.data?.orgProperty : undefined} />
          <HospitalFields graded={kind.graded} />
        </>
      }
      saving={add.sending || edit.sending}
      refreshes={refreshes}
      onClose={onClose}
      onSave={handleSave}
    />
  )
}

/** The property is settled when the organisation is added. */
function PropertyItem({ kind, property }: { kind: ScreeningOrgKind; property?: number }) {
  const properties: readonly number[] = PROPERTIES_OF_ORG_TYPE[kind.orgType]
  if (property !== undefined) return <Form.Item label="机构属性">{OrgProperty.label(property)}</Form.Item>
  return (
    <Form.Item name="orgProperty" label="机构属性">
      <SelectRadio options={OrgProperty.options.filter(({ value }) => properties.includes(value))} />
    </Form.Item>
  )
}
