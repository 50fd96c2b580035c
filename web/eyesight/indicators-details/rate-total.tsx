import { Table } from 'antd'
import { RateIndicator } from '#contract/core/codes.ts'
import type { IndicatorTable } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { RateCell } from './columns.tsx'

type Props = { table: IndicatorTable; stage: number | undefined }

/** 合计: from the counts of all, not from the rates of the rows. */
export function RateTotal({ table, stage }: Props) {
  const { plan, unit, total, rows, lastPlan } = table
  const valid = rows.reduce((sum, row) => sum + row.valid, 0)
  return (
    <Table.Summary fixed>
      <Table.Summary.Row>
        <Table.Summary.Cell index={0}>
          <b>合计</b>
        </Table.Summary.Cell>
        <Table.Summary.Cell index={1} align="right">
          <b>{formatNumber(valid)}</b>
        </Table.Summary.Cell>
        {RateIndicator.options.map(({ value, label }, nth) => (
          <Table.Summary.Cell key={value} index={nth + 2} align="right">
            <RateCell
              rate={total.find(({ indicator }) => indicator === value)}
              asked={{ planId: plan.planId, stage, ...unit.key, indicator: value }}
              label={`合计${label}`}
              compared={lastPlan !== null}
              strong
            />
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
