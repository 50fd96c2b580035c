import { Form, Input } from 'antd'
import {
  AreaGrade,
  CityProperty,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
} from '#contract/core/codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { EditSchool } from '#contract/orgs/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectCheckbox } from '../select/select-checkbox.tsx'
import { SelectDropdown } from '../select/select-dropdown.tsx'
import { SelectRadio } from '../select/select-radio.tsx'
import { FieldPair } from './org-fields.tsx'

const { primary, juniorHigh } = SchoolStage.code

/** What only a school has. */
export function SchoolFields() {
  const stages = Form.useWatch<number[] | undefined>('stages')
  const compulsory = stages?.some((stage) => stage === primary || stage === juniorHigh)
  return (
    <>
      <Form.Item name="stages" label="学段" rules={rulesOf(EditSchool, 'stages', MESSAGES.stageRequired[0])}>
        <SelectCheckbox options={SchoolStage.options} />
      </Form.Item>
      {compulsory && (
        <Form.Item
          name="schoolSystem"
          label="学制"
          initialValue={SchoolSystem.code.sixThree}
          rules={rulesOf(EditSchool, 'schoolSystem')}
          extra="六三制：小学六年、初中三年；五四制：小学五年、初中四年"
        >
          <SelectRadio options={SchoolSystem.options} />
        </Form.Item>
      )}
      <FieldPair>
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
          <SelectDropdown options={CityProperty.options} placeholder="未填写" />
        </Form.Item>
        <Form.Item name="areaGrade" label="片区等级">
          <SelectDropdown options={AreaGrade.options} placeholder="未填写" />
        </Form.Item>
        <Form.Item
          name="monitoringCode"
          label="监测学校代码"
          rules={rulesOf(EditSchool, 'monitoringCode')}
          extra="学生常见病监测用，两位数字"
        >
          <Input maxLength={2} inputMode="numeric" placeholder="未填写" />
        </Form.Item>
      </FieldPair>
    </>
  )
}
