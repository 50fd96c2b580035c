import { Form } from 'antd'
import {
  AreaGrade,
  CityProperty,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
} from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import type { EditSchool, SchoolDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { SchoolFields } from '#web/widgets/org/school-fields.tsx'
import { OrgInformation } from './org-information.tsx'

export function SchoolInformation({ orgId }: { orgId: number }) {
  const [form] = Form.useForm<EditSchool>()
  const detail = useCall(orgEndpoints.schoolDetail, { orgId })
  const edit = useSend(orgEndpoints.editSchool, { refreshes: [orgEndpoints.schoolDetail], form })
  return (
    <OrgInformation
      loaded={detail}
      items={schoolItems}
      fields={<SchoolFields />}
      form={form}
      saving={edit.sending}
      onSave={(values, { version }) => edit.send({ ...values, orgId, version })}
    />
  )
}

function schoolItems(school: SchoolDetail) {
  const stages = school.stages.map((stage) => SchoolStage.label(stage)).join('、')
  return [
    { key: 'stages', label: '学段', children: stages },
    { key: 'system', label: '学制', children: SchoolSystem.label(school.schoolSystem) },
    { key: 'type', label: '学校类型', children: SchoolNewType.label(school.schoolType) },
    { key: 'level', label: '学校等级', children: SchoolLevel.label(school.schoolLevel) },
    { key: 'city', label: '城乡属性', children: CityProperty.label(school.cityProperty) },
    { key: 'grade', label: '片区等级', children: AreaGrade.label(school.areaGrade) },
    { key: 'monitoring', label: '监测学校代码', children: school.monitoringCode },
  ]
}
