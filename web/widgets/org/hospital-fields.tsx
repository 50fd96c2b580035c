import { Form } from 'antd'
import { HospitalLevel, HospitalOwnership, HospitalType } from '#contract/core/codes.ts'
import { EditHospital } from '#contract/orgs/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SelectDropdown } from '../select/select-dropdown.tsx'
import { SelectRadio } from '../select/select-radio.tsx'

/** What only a screening organisation has; a social one has neither category nor grade. */
export function HospitalFields({ graded }: { graded: boolean }) {
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
