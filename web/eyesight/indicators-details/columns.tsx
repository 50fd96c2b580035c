import { Flex, type TableColumnType, Tag, Typography } from 'antd'
import { RateIndicator } from '#contract/core/codes.ts'
import type { IndicatorTable, Rate, UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { HIDDEN_WHY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { isBetterHigher } from '#contract/eyesight/figures/rates.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { FigureNumber } from '../figures/figure-number.tsx'
import { percentText, pointsText } from '../figures/percent-text.ts'
import { UnitName } from '../locality-statics/columns.tsx'

type Row = IndicatorTable['rows'][number]
type Options = {
  planId: number
  stage: number | undefined
  childName: string
  compared: boolean
  onGo: (key: UnitKey) => void
}

export function indicatorColumns({
  planId,
  stage,
  childName,
  compared,
  onGo,
}: Options): TableColumnType<Row>[] {
  return [
    {
      title: childName,
      fixed: 'start',
      width: 170,
      render: (_, row) => (
        <Flex gap={6} align="center">
          <UnitName row={row} onGo={onGo} />
          {compared && row.unlike && <Tag color="warning">口径不一致</Tag>}
        </Flex>
      ),
    },
    {
      title: '有效人数',
      align: 'right',
      width: 88,
      sorter: (a, b) => a.valid - b.valid,
      render: (_, { unit, valid }) => (
        <FigureNumber
          asked={{ planId, stage, ...unit.key, counter: 'valid' }}
          text={formatNumber(valid)}
          label={`${unit.name}有效人数`}
        />
      ),
    },
    { title: '近视统计人数', align: 'right', width: 104, render: (_, { rates }) => countedText(rates) },
    ...RateIndicator.options.map(
      ({ value, label }): TableColumnType<Row> => ({
        title: label,
        align: 'right',
        width: 112,
        sorter: (a, b) => sortKey(a, value) - sortKey(b, value),
        render: (_, { unit, rates }) => (
          <RateCell
            rate={rateOf(rates, value)}
            asked={{ planId, stage, ...unit.key, indicator: value }}
            label={`${unit.name}${label}`}
            compared={compared}
          />
        ),
      }),
    ),
  ]
}

const rateOf = (rates: readonly Rate[], indicator: number) =>
  rates.find((rate) => rate.indicator === indicator)
const sortKey = ({ rates }: Row, indicator: number): number => rateOf(rates, indicator)?.rate ?? -1

/** Whom the myopia rate is of: not everybody with a valid result has a refraction, and colleges are counted apart. */
export const countedText = (rates: readonly Rate[]): string => {
  const counted = rateOf(rates, RateIndicator.code.myopia)?.denominator
  return typeof counted === 'number' ? formatNumber(counted) : '--'
}

type CellProps = {
  rate: Rate | undefined
  /** Without it the number does not explain itself. */
  asked?: Parameters<typeof FigureNumber>[0]['asked'] | undefined
  label: string
  compared: boolean
  strong?: boolean
}

/** The rate, and below it the change against the plan compared with. */
export function RateCell({ rate, asked, label, compared, strong }: CellProps) {
  if (!rate) return '--'
  if (rate.hidden) {
    return (
      <Typography.Text type="secondary" title={HIDDEN_WHY}>
        不予显示
      </Typography.Text>
    )
  }
  const worse = (rate.difference ?? 0) > 0 !== isBetterHigher(rate.indicator)
  // Judged by what is shown: what looks like nought is neither better nor worse.
  const same = rate.difference === null || Number(pointsText(rate.difference)) === 0
  return (
    <Flex vertical align="end">
      {asked ? (
        <FigureNumber asked={asked} text={percentText(rate.rate)} label={label} strong={strong} />
      ) : (
        <b>{percentText(rate.rate)}</b>
      )}
      {compared && (
        <Typography.Text
          type={same ? 'secondary' : worse ? 'danger' : 'success'}
          className={layout.smallText}
          title="与对比计划相差的百分点"
        >
          {pointsText(rate.difference)}
        </Typography.Text>
      )}
    </Flex>
  )
}
