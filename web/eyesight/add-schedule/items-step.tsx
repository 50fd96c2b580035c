import { Alert, Col, Form, InputNumber, Row, Select } from 'antd'
import { ScreeningItemType } from '#contract/core/codes.ts'
import {
  DEFAULT_PROFILE,
  describeProfile,
  JUDGEMENT_PROFILES,
  type JudgementProfile,
  WARNING_GRADES,
} from '#contract/eyesight/judgement/profile.ts'
import { PLAN_ITEMS, type PlanItem } from '#contract/eyesight/reading.ts'
import layout from '#web/core/layout.module.css'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { ProfileFields } from './profile-fields.tsx'

const PERCENT = { min: 0, max: 100, precision: 1, suffix: '%', className: layout.fullWidth } as const

const GRADES = (['risk', 'poorVision'] as const).map((value) => ({
  value,
  label: WARNING_GRADES[value].label,
}))

/** Examination items and judgement rules; fixed once the plan is published. */
export function ItemsStep({ frozen }: { frozen: boolean }) {
  const form = Form.useFormInstance()
  const profile = Form.useWatch('profile', form) as JudgementProfile | undefined
  const preset = Object.values(JUDGEMENT_PROFILES).find((known) => profile && same(known, profile))
  return (
    <>
      {frozen && (
        <Alert
          type="info"
          showIcon
          title="计划已发布，检查项目与判定标准不能再改"
          className={layout.below16}
        />
      )}
      <Row gutter={24}>
        {(Object.keys(PLAN_ITEMS) as PlanItem[]).map((item) => (
          <Col span={12} key={item}>
            <Form.Item name={['items', item]} label={PLAN_ITEMS[item]}>
              <SelectRadio options={ScreeningItemType.options} disabled={frozen} />
            </Form.Item>
          </Col>
        ))}
      </Row>
      <Form.Item label="判定标准" htmlFor="profile-preset">
        <Select
          id="profile-preset"
          disabled={frozen}
          value={preset?.name ?? '自定义'}
          onChange={(name) => {
            const chosen = Object.values(JUDGEMENT_PROFILES).find((known) => known.name === name)
            const { warningGrades } = profile ?? DEFAULT_PROFILE
            form.setFieldValue(
              'profile',
              chosen ? { ...chosen, warningGrades } : { ...profile, name: '自定义' },
            )
          }}
          options={[...Object.values(JUDGEMENT_PROFILES).map(({ name }) => name), '自定义'].map((name) => ({
            value: name,
            label: name,
          }))}
        />
      </Form.Item>
      <Form.Item name={['profile', 'warningGrades']} label="预警分级">
        <SelectRadio options={GRADES} disabled={frozen} />
      </Form.Item>
      <ProfileFields hidden={preset !== undefined} disabled={frozen} />
      {profile && (
        <Alert
          type="info"
          className={layout.below24}
          title={
            <ul className={layout.bullets}>
              {describeProfile(profile).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          }
        />
      )}
      <Row gutter={24}>
        <Col span={8}>
          <Form.Item name="retestRatio" label="复测比例" extra="每个任务至少抽取这么多有效学生复测">
            <InputNumber {...PERCENT} />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item name="errorCap" label="误差发生率上限" extra="超过时该任务需重新复核">
            <InputNumber {...PERCENT} />
          </Form.Item>
        </Col>
        <Col span={8}>
          <Form.Item name="targetRate" label="目标完成率">
            <InputNumber {...PERCENT} />
          </Form.Item>
        </Col>
      </Row>
    </>
  )
}

/** How warnings are graded is chosen apart. */
const same = (one: JudgementProfile, other: JudgementProfile): boolean =>
  (Object.keys(one) as (keyof JudgementProfile)[]).every(
    (key) => key === 'warningGrades' || one[key] === other[key],
  )
