import { Checkbox, Col, Form, Input, InputNumber, Row, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import type { AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { today } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { assessYears } from '../parts/assess-years.ts'
import styles from './add-assess-plan.module.css'
import { FIXED_HINT, type PartProps } from './plan-part.ts'

const APPEAL_DAYS_MOST = 30

/** Name, dates, and what the plan refers to. */
export function BasicsPart({ content, onChange, faults, published, proposal }: PartProps) {
  const id = useId()
  const isFixed = published !== undefined
  const { object } = content
  const earlier = proposal.earlier.filter(
    (plan) => plan.object === object && plan.planId !== published?.planId,
  )
  const field = (
    name: keyof AssessPlanContent,
    label: string,
    rest: { extra?: ReactNode; fixed?: boolean } = {},
  ) => {
    const fault = faults.find((each) => each.part === 'basics' && each.field === name)?.message
    return {
      label,
      htmlFor: `${id}-${name}`,
      extra: rest.fixed && isFixed ? FIXED_HINT : rest.extra,
      validateStatus: fault ? ('error' as const) : undefined,
      help: fault,
    }
  }
  const chooseObject = (next: AssessPlanContent['object']) => {
    const last = proposal.earlier.find((plan) => plan.object === next && plan.year === content.year - 1)
    // Other units altogether: those that were chosen are none of this kind.
    onChange({ object: next, orgIds: [], lastPlanId: last?.planId ?? null })
  }
  return (
    <Form component="div" layout="vertical" className={styles.narrow}>
      <Row gutter={24}>
        <Col span={24}>
          <Form.Item required {...field('name', '计划名称')}>
            <Input
              id={`${id}-name`}
              maxLength={50}
              autoComplete="off"
              value={content.name}
              onChange={({ target }) => onChange({ name: target.value })}
            />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item required {...field('year', '年度', { fixed: true })}>
            <Select
              id={`${id}-year`}
              disabled={isFixed}
              options={assessYears(content.year)}
              value={content.year}
              onChange={(year) => onChange({ year })}
            />
          </Form.Item>
        </Col>
        <Col span={16}>
          <Form.Item required {...field('object', '考核对象类别', { fixed: true })}>
            <SelectRadio
              id={`${id}-object`}
              disabled={isFixed}
              options={AssessObject.options.filter(({ value }) => proposal.objects.includes(value))}
              value={object}
              onChange={chooseObject}
            />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item required {...field('startsOn', '申报开始日期', { fixed: true })}>
            <DateInput
              id={`${id}-startsOn`}
              disabled={isFixed}
              value={content.startsOn}
              onChange={(startsOn = '') => onChange({ startsOn })}
            />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item
            required
            {...field('endsOn', '申报截止日期', {
              extra: isFixed ? '只能延后；需要提前的，请在考核详情中提前截止' : '含当日，到期自动截止',
            })}
          >
            <DateInput
              id={`${id}-endsOn`}
              min={isFixed ? laterOf(published.endsOn, today()) : content.startsOn || undefined}
              value={content.endsOn}
              onChange={(endsOn = '') => onChange({ endsOn })}
            />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item
            {...field('appealDays', '异议期（天）', {
              extra: isFixed ? '只能延长' : '公布结果后，申报单位可以提出异议的天数；0 为不受理',
            })}
          >
            <InputNumber
              id={`${id}-appealDays`}
              className={layout.fullWidth}
              min={published?.appealDays ?? 0}
              max={APPEAL_DAYS_MOST}
              precision={0}
              value={content.appealDays}
              onChange={(days) => days !== null && onChange({ appealDays: days })}
            />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            {...field('screeningPlanId', '取数的筛查计划', {
              extra: '系统指标（完成率、近视率变化等）由这个计划的数据算出',
              fixed: true,
            })}
          >
            <Select
              id={`${id}-screeningPlanId`}
              allowClear
              disabled={isFixed}
              placeholder="没有系统指标时可不选"
              options={withNamed(
                proposal.screeningPlans,
                content.screeningPlanId,
                published?.screeningPlanName,
              )}
              value={content.screeningPlanId}
              onChange={(chosen?: number) => onChange({ screeningPlanId: chosen ?? null })}
            />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            {...field('lastPlanId', '比较的上年计划', { extra: '结果中列出上年得分与名次', fixed: true })}
          >
            <Select
              id={`${id}-lastPlanId`}
              allowClear
              disabled={isFixed}
              placeholder="不比较"
              options={withNamed(
                earlier.map(({ planId, name }) => ({ id: planId, name })),
                content.lastPlanId,
                published?.lastPlanName,
              )}
              value={content.lastPlanId}
              onChange={(chosen?: number) => onChange({ lastPlanId: chosen ?? null })}
            />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item
            {...field('coOrgId', '会同评审单位', {
              extra: '同级教育或卫健部门，其人员同样可以评审',
              fixed: true,
            })}
          >
            <Select
              id={`${id}-coOrgId`}
              allowClear
              disabled={isFixed}
              placeholder="无"
              options={withNamed(proposal.coOrgs, content.coOrgId, published?.coOrgName)}
              value={content.coOrgId}
              onChange={(chosen?: number) => onChange({ coOrgId: chosen ?? null })}
            />
          </Form.Item>
        </Col>
        <Col span={12}>
          <Form.Item label="评审与公布" extra={isFixed ? FIXED_HINT : undefined}>
            <div className={styles.checks}>
              <Checkbox
                disabled={isFixed}
                checked={content.twoReviewers}
                onChange={({ target }) => onChange({ twoReviewers: target.checked })}
              >
                初评后由另一人复评
              </Checkbox>
              <Checkbox
                disabled={isFixed}
                checked={content.rankingForUnits}
                onChange={({ target }) => onChange({ rankingForUnits: target.checked })}
              >
                公布后申报单位可以看到全部排名
              </Checkbox>
            </div>
          </Form.Item>
        </Col>
      </Row>
      <PartFaults faults={faults} />
    </Form>
  )
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

type Named = { id: number; name: string }

/** What was chosen before may not be offered any more. */
function withNamed(rows: readonly Named[], chosen: number | null, name: string | null | undefined) {
  const options = rows.map((row) => ({ value: row.id, label: row.name }))
  const isMissing = chosen !== null && name && !rows.some(({ id }) => id === chosen)
  return isMissing ? [...options, { value: chosen, label: name }] : options
}

/** Faults that belong to no single field. */
function PartFaults({ faults }: Pick<PartProps, 'faults'>) {
  const shown = faults.filter(({ part, field }) => part === 'basics' && field === undefined)
  return shown.map(({ message }) => (
    <div key={message} role="alert" className={styles.fault}>
      {message}
    </div>
  ))
}
