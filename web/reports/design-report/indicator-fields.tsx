import { Checkbox, Collapse, Form, Tag, Tooltip } from 'antd'
import { sexedFault } from '#contract/reports/design/design-faults.ts'
import { INDICATOR_GROUPS, INDICATORS, indicatorsOf } from '#contract/reports/design/design-indicators.ts'
import { INDICATORS_MAX, type ReportDesign } from '#contract/reports/design/design-schemas.ts'
import styles from './design.module.css'

type Props = {
  draft: ReportDesign
  onChange: (change: (draft: ReportDesign) => Pick<ReportDesign, 'indicators'>) => void
}

/** Grouped; the chosen ones are listed above in the order of the columns. */
export function IndicatorFields({ draft, onChange }: Props) {
  const { indicators } = draft
  const full = indicators.length >= INDICATORS_MAX
  const sexed = sexedFault(draft)
  const toggle = (key: string, on: boolean) =>
    onChange((present) => {
      const others = present.indicators.filter((each) => each !== key)
      return { indicators: on ? [...others, key] : others }
    })
  return (
    <Form.Item label={`指标（已选 ${indicators.length}/${INDICATORS_MAX}，按选择先后排列）`}>
      <div className={styles.designChosen}>
        {indicatorsOf(indicators).map(({ key, title }) => (
          <Tag key={key} closable onClose={() => toggle(key, false)} variant="filled">
            {title}
          </Tag>
        ))}
      </div>
      <Collapse
        size="small"
        items={INDICATOR_GROUPS.map((group) => {
          const own = INDICATORS.filter((indicator) => indicator.group === group)
          const chosen = own.filter(({ key }) => indicators.includes(key)).length
          return {
            key: group,
            label: group,
            extra: chosen > 0 ? `已选 ${chosen}` : null,
            children: (
              <div className={styles.designChecks}>
                {own.map(({ key, title, sex }) => {
                  const on = indicators.includes(key)
                  const why = on
                    ? null
                    : sex !== 0 && sexed
                      ? sexed
                      : full
                        ? `最多选择${INDICATORS_MAX}个指标`
                        : null
                  return (
                    <Tooltip key={key} title={why}>
                      <Checkbox
                        checked={on}
                        disabled={why !== null}
                        onChange={({ target }) => toggle(key, target.checked)}
                      >
                        {title}
                      </Checkbox>
                    </Tooltip>
                  )
                })}
              </div>
            ),
          }
        })}
      />
    </Form.Item>
  )
}
