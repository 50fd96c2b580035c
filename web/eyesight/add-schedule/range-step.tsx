import { Form, Switch } from 'antd'
import { SchoolStage, YesNo } from '#contract/core/codes.ts'
import { PlanForm } from '#contract/eyesight/plan-schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import type { AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { AreaTreeSelect } from '#web/widgets/area/area-tree-select.tsx'
import { SelectCheckbox } from '#web/widgets/select/select-checkbox.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const DIRECT = YesNo.options.map(({ value }) => ({
  value,
  label: value === YesNo.code.yes ? '参加' : '不参加',
}))

/** Where, and which stages. */
export function RangeStep({ range }: { range: AreaRange }) {
  return (
    <>
      <Form.Item name="areaIds" label="筛查区域" rules={rulesOf(PlanForm, 'areaIds', '请选择筛查区域')}>
        <AreaTreeSelect within={range} />
      </Form.Item>
      <Form.Item
        hidden={range.regionId !== null}
        name="includeDirect"
        label="直属学校"
        extra="直接隶属于市或省、不属于任何区县的学校。"
        rules={[{ required: true, message: '请选择直属学校是否参加' }]}
      >
        <SelectRadio options={DIRECT} />
      </Form.Item>
      <Form.Item name="stages" label="学段" rules={rulesOf(PlanForm, 'stages', '请选择学段')}>
        <SelectCheckbox options={SchoolStage.options} withAll />
      </Form.Item>
      <Form.Item
        name="schoolMayAdd"
        label="允许学校自行添加任务"
        valuePropName="checked"
        extra="打开后，范围内的学校可以为本校添加任务；否则由主管部门统一分配。"
      >
        <Switch />
      </Form.Item>
    </>
  )
}
