import { Col, Form, Input, Row, Select } from 'antd'
import { useEffect } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { likelyLastPlan, otherTermWords } from '#contract/eyesight/figures/compared-plan.ts'
import { type PlanDetail, PlanForm, PlanKind, Season } from '#contract/eyesight/plan-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { recentSchoolYears } from '../plans/school-years.ts'

/** Name, time, and the plan it is compared with. */
export function BasicStep({ plan }: { plan: PlanDetail | undefined }) {
  const form = Form.useFormInstance()
  const season = Form.useWatch('season', form) as PlanDetail['season'] | undefined
  const schoolYear = Form.useWatch('schoolYear', form) as number | undefined
  const choices = useCall(eyesightEndpoints.planChoices, {})
  const begun = plan !== undefined && plan.status >= PlanStatus.code.underWay
  const earlier = (choices.data ?? []).filter(
    ({ planId, status }) => planId !== plan?.planId && status > PlanStatus.code.draft,
  )
  const term = season !== undefined && schoolYear !== undefined ? { season, schoolYear } : undefined
  const likely = term && likelyLastPlan(term, earlier)?.planId
  const remarkOn = (choice: (typeof earlier)[number]) => {
    const other = term ? otherTermWords(term, choice) : ''
    return other === '' ? '' : `（${other}，环比）`
  }
  // Of a new plan, as long as nobody has chosen.
  useEffect(() => {
    if (plan === undefined && !form.isFieldTouched('lastPlanId')) {
      // By itself setting a value counts as somebody's choice.
      form.setFields([{ name: 'lastPlanId', value: likely ?? null, touched: false }])
    }
  }, [plan, likely, form])
  return (
    <Row gutter={24}>
      <Col span={24}>
        <Form.Item name="planName" label="计划名称" rules={rulesOf(PlanForm, 'planName')}>
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
      </Col>
      <Col span={8}>
        <Form.Item name="schoolYear" label="学年" rules={[{ required: true, message: '请选择学年' }]}>
          <Select options={recentSchoolYears()} />
        </Form.Item>
      </Col>
      <Col span={8}>
        <Form.Item name="season" label="季节" rules={[{ required: true, message: '请选择季节' }]}>
          <SelectRadio options={Season.options} />
        </Form.Item>
      </Col>
      <Col span={8}>
        <Form.Item name="kind" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
          <SelectRadio options={PlanKind.options} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name="startsOn" label="开始日期" rules={[{ required: true, message: '请选择开始日期' }]}>
          <DateInput disabled={begun} placeholder="如 2026-03-01" />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item
          name="endsOn"
          label="结束日期"
          dependencies={['startsOn']}
          rules={[
            { required: true, message: '请选择结束日期' },
            ({ getFieldValue }) => ({
              validator: (_rule, endsOn: string | undefined) =>
                !endsOn || endsOn >= (getFieldValue('startsOn') ?? '')
                  ? Promise.resolve()
                  : Promise.reject(new Error('结束日期不能早于开始日期')),
            }),
          ]}
        >
          <DateInput placeholder="如 2026-04-30" />
        </Form.Item>
      </Col>
      <Col span={24}>
        <Form.Item
          name="lastPlanId"
          label="对比计划"
          extra="默认为上一学年同季节的计划（同比）；其余为环比，不选则不比较。"
        >
          <Select
            allowClear
            placeholder="选择上一次的计划"
            options={earlier.map((choice) => ({
              value: choice.planId,
              label: `${choice.planName}${remarkOn(choice)}`,
            }))}
          />
        </Form.Item>
      </Col>
      <Col span={24}>
        <Form.Item name="remark" label="说明">
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Col>
    </Row>
  )
}
