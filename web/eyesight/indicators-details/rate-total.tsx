import { Flex, Table, Tag } from 'antd'
import { RateIndicator } from '#contract/core/codes.ts'
import type { IndicatorTable, Rate } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { countedText, RateCell } from './columns.tsx'

type Props = { table: IndicatorTable; stage: number | undefined }

/** 合计: from the counts of all, not from the rates of the rows. Before it what can be compared, where that is not all. */
export function RateTotal({ table, stage }: Props) {
  const { plan, unit, total, totalComparable, totalWithColleges, rows, lastPlan } = table
  const valid = rows.reduce((sum, row) => sum + row.valid, 0)
  const asked = { planId: plan.planId, stage, ...unit.key }
  const compared = lastPlan !== null
  return (
    <Table.Summary fixed>
      {totalComparable && (
        <TotalRow
          name={`合计（两次都参加的${totalComparable.schools}所学校）`}
          valid={totalComparable.valid}
          rates={totalComparable.rates}
          compared={compared}
        />
      )}
      <TotalRow
        name="合计"
        incomparable={compared && table.unlike}
        valid={valid}
        rates={total}
        compared={compared}
        asked={asked}
      />
      {totalWithColleges && (
        <TotalRow name="含大学" valid={valid} rates={totalWithColleges} compared={compared} />
      )}
    </Table.Summary>
  )
}

type RowProps = {
  name: string
  incomparable?: boolean
  valid: number
  rates: readonly Rate[]
  compared: boolean
  /** Where the numbers explain themselves. */
  asked?: { planId: number; stage: number | undefined }
}

function TotalRow({ name, incomparable, valid, rates, compared, asked }: RowProps) {
  return (
    <Table.Summary.Row>
      <Table.Summary.Cell index={0}>
        <Flex gap={6} align="center">
          <b>{name}</b>
          {incomparable && <Tag color="warning">口径不一致</Tag>}
        </Flex>
      </Table.Summary.Cell>
      <Table.Summary.Cell index={1} align="right">
        <b>{formatNumber(valid)}</b>
      </Table.Summary.Cell>
      <Table.Summary.Cell index={2} align="right">
        <b>{countedText(rates)}</b>
      </Table.Summary.Cell>
      {RateIndicator.options.map(({ value, label }, nth) => (
        <Table.Summary.Cell key={value} index={nth + 3} align="right">
          <RateCell
            rate={rates.find(({ indicator }) => indicator === value)}
            asked={asked && { ...asked, indicator: value }}
            label={`${name}${label}`}
            compared={compared}
            strong
          />
        </Table.Summary.Cell>
      ))}
    </Table.Summary.Row>
  )
}
