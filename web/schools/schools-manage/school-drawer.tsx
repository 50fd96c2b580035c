import { Form } from 'antd'
import { OrgProperty, SchoolLevel, SchoolNewType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { SchoolDetail } from '#contract/orgs/schemas.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { AddSchool } from '#contract/schools/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { OrgDrawer } from '#web/widgets/org/org-drawer.tsx'
import { areaTripleOf } from '#web/widgets/org/org-fields.tsx'
import { ListedSchoolFields } from './listed-school-fields.tsx'

const refreshes = [schoolEndpoints.schoolPageList, schoolEndpoints.orgDataStatistics]

/** What the form holds; the area is one path instead of three ids. */
type SchoolValues = Omit<AddSchool, 'provinceId' | 'cityId' | 'regionId'> & { area?: string[] }

const INITIAL: Partial<SchoolValues> = {
  orgProperty: OrgProperty.code.schoolIndependent,
  schoolType: SchoolNewType.code.regular,
  schoolLevel: SchoolLevel.code.regular,
}

type Props = {
  open: boolean
  /** The school to edit; absent for a new one. */
  orgId?: number
  onClose: () => void
}

export function SchoolDrawer({ open, orgId, onClose }: Props) {
  const [form] = Form.useForm<SchoolValues>()
  const editing = orgId !== undefined
  const detail = useCall(
    orgEndpoints.schoolDetail,
    { orgId: orgId ?? 0, inFull: true },
    { enabled: open && editing },
  )
  const add = useSend(schoolEndpoints.addSchool, { refreshes, success: false, form })
  const edit = useSend(orgEndpoints.editSchool, { refreshes, success: '学校信息已保存', form })

  const handleSave = ({ area, ...values }: SchoolValues, school: SchoolDetail | undefined) => {
    if (school) return edit.send({ ...values, orgId: school.orgId, version: school.version })
    const place = areaTripleOf(area)
    return place && add.send({ ...values, ...place })
  }
  return (
    <OrgDrawer<SchoolDetail, SchoolValues>
      open={open}
      noun="学校"
      form={form}
      loaded={editing ? detail : undefined}
      initial={INITIAL}
      fields={<ListedSchoolFields property={editing ? detail.data?.orgProperty : undefined} />}
      saving={add.sending || edit.sending}
      refreshes={refreshes}
      onClose={onClose}
      onSave={handleSave}
    />
  )
}
