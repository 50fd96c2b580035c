import { Form, Select } from 'antd'
import { chartKindFault } from '#contract/reports/design/design-faults.ts'
import { indicatorsOf, stackOf } from '#contract/reports/design/design-indicators.ts'
import {
  CHART_INDICATORS_MAX,
  DesignChartKind,
  type ReportDesign,
} from '#contract/reports/design/design-schemas.ts'

type Props = { draft: ReportDesign; onChange: (patch: Partial<ReportDesign>) => void }

/** What is drawn, and of which of the chosen indicators: those of one unit. */
export function ChartFields({ draft, onChange }: Props) {
  const { chart, chartIndicators, indicators } = draft
  const chosen = indicatorsOf(indicators)
  const [first] = indicatorsOf(chartIndicators)
  const isAlike = (other: (typeof chosen)[number]) =>
    !first ||
    chart === 'ranking' ||
    (other.column.format === first.column.format &&
      (chart !== 'stacked' || stackOf(other) === stackOf(first)))
  const options = chosen.map((indicator) => ({
    value: indicator.key,
    label: indicator.title,
    disabled:
      !isAlike(indicator) ||
      (chart === 'stacked' && stackOf(indicator) === null) ||
      (chart !== 'ranking' &&
        chartIndicators.length >= CHART_INDICATORS_MAX &&
        !chartIndicators.includes(indicator.key)),
  }))
  return (
    <>
      <Form.Item label="图表">
        <Select
          aria-label="图表"
          value={chart}
          options={DesignChartKind.options.map((option) => ({
            ...option,
            disabled: chartKindFault(option.value, draft) !== null,
            title: chartKindFault(option.value, draft) ?? option.label,
          }))}
          onChange={(kind) => onChange({ chart: kind })}
        />
      </Form.Item>
      {chart !== 'none' && (
        <Form.Item label="图表指标">
          {chart === 'ranking' ? (
            <Select
              aria-label="图表指标"
              value={chartIndicators[0]}
              options={options}
              onChange={(key: string) => onChange({ chartIndicators: [key] })}
            />
          ) : (
            <Select
              aria-label="图表指标"
              mode="multiple"
              value={chartIndicators}
              options={options}
              placeholder="从已选指标中选择"
              onChange={(keys: string[]) => onChange({ chartIndicators: keys })}
            />
          )}
        </Form.Item>
      )}
    </>
  )
}
