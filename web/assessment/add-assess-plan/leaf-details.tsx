import { Checkbox, Input, InputNumber, Radio, Select, Typography } from 'antd'
import { useId } from 'react'
import type { Leaf } from '#contract/assessment/indicators.ts'
import { METRICS, type MetricName, metricsOf } from '#contract/assessment/metrics.ts'
import type { AssessPlanContent } from '#contract/assessment/plan-schemas.ts'
import styles from './add-assess-plan.module.css'
import { computedBy, withThresholds } from './indicator-tree.ts'

type Props = {
  leaf: Leaf
  object: AssessPlanContent['object']
  isFixed: boolean
  onChange: (patch: Partial<Leaf>) => void
}

const SOURCES = [
  { value: false, label: '佐证（单位填写说明、上传材料）' },
  { value: true, label: '系统（由筛查数据算出）' },
]
const THRESHOLD_MOST = 100

/** Where the score of an indicator comes from, and its rule. */
export function LeafDetails({ leaf, object, isFixed, onChange }: Props) {
  const id = useId()
  const { computed } = leaf
  const metrics = metricsOf(object)
  const chooseSource = (isComputed: boolean) => {
    const [first] = metrics
    if (!isComputed) onChange({ computed: null, filesRequired: true })
    else if (first) onChange(computedBy(first, leaf))
  }
  return (
    <div className={styles.details}>
      <div className={styles.line}>
        <span className={styles.label}>来源</span>
        <Radio.Group
          disabled={isFixed}
          options={SOURCES}
          value={computed !== null}
          onChange={({ target }) => chooseSource(target.value === true)}
        />
        {!computed && (
          <Checkbox
            disabled={isFixed}
            checked={leaf.filesRequired}
            onChange={({ target }) => onChange({ filesRequired: target.checked })}
          >
            没有材料不能提交
          </Checkbox>
        )}
      </div>
      {computed && (
        <div className={styles.line}>
          <label className={styles.label} htmlFor={`${id}-metric`}>
            指标
          </label>
          <Select<MetricName>
            id={`${id}-metric`}
            className={styles.metric}
            disabled={isFixed}
            options={[...new Set([...metrics, computed.metric])].map((metric) => ({
              value: metric,
              label: METRICS[metric].label,
              disabled: !metrics.includes(metric),
            }))}
            value={computed.metric}
            onChange={(metric) => onChange(computedBy(metric, leaf))}
          />
          {(['full', 'zero'] as const).map((end) => (
            <span key={end} className={styles.line}>
              <label htmlFor={`${id}-${end}`}>{end === 'full' ? '得满分' : '得 0 分'}</label>
              <InputNumber
                id={`${id}-${end}`}
                className={styles.threshold}
                disabled={isFixed}
                min={-THRESHOLD_MOST}
                max={THRESHOLD_MOST}
                precision={2}
                value={computed[end]}
                onChange={(value) => value !== null && onChange(withThresholds(leaf, { [end]: value }))}
              />
              {METRICS[computed.metric].unit}
            </span>
          ))}
          <Typography.Text type="secondary">{METRICS[computed.metric].rule}；其间按比例计分</Typography.Text>
        </div>
      )}
      <div className={styles.line}>
        <label className={styles.label} htmlFor={`${id}-rule`}>
          评分细则
        </label>
        <Input.TextArea
          id={`${id}-rule`}
          className={styles.rule}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={500}
          showCount
          value={leaf.rule}
          onChange={({ target }) => onChange({ rule: target.value })}
        />
      </div>
    </div>
  )
}
