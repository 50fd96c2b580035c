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
import { EditSchool, type SchoolDetail } from '#contract/orgs/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectCheckbox } from '#web/widgets/select-checkbox.tsx'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
import { SelectRadio } from '#web/widgets/select-radio.tsx'
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
  ]
}

function SchoolFields() {
  return (
    <>
      <Form.Item name="stages" label="学段" rules={rulesOf(EditSchool, 'stages', '请选择学段')}>
        <SelectCheckbox options={SchoolStage.options} />
      </Form.Item>
      <Form.Item name="schoolSystem" label="学制" extra="小学与初中共九年的划分">
        <SelectRadio options={SchoolSystem.options} />
      </Form.Item>
      <Form.Item
        name="schoolType"
        label="学校类型"
        rules={rulesOf(EditSchool, 'schoolType', '请选择学校类型')}
      >
        <SelectDropdown options={SchoolNewType.options} allowClear={false} />
      </Form.Item>
      <Form.Item
        name="schoolLevel"
        label="学校等级"
        rules={rulesOf(EditSchool, 'schoolLevel', '请选择学校等级')}
      >
        <SelectDropdown options={SchoolLevel.options} allowClear={false} />
      </Form.Item>
      <Form.Item name="cityProperty" label="城乡属性">
        <SelectRadio options={CityProperty.options} />
      </Form.Item>
      <Form.Item name="areaGrade" label="片区等级">
        <SelectRadio options={AreaGrade.options} />
      </Form.Item>
    </>
  )
}
