import { Table } from 'antd'
import type { Counts, Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import { FigureNumber } from '../figures/figure-number.tsx'
import { ratioText } from '../figures/percent-text.ts'
import { ProgressMeter } from '../figures/progress-meter.tsx'

type Props = { planId: number; stage: number | undefined; unit: Unit; total: Counts }

/** 合计: what the rows add up to. */
export function TotalRow({ planId, stage, unit, total }: Props) {
  const count = (counter: 'expected' | 'screened' | 'valid' | 'absent', title: string) => (
    <FigureNumber
      asked={{ planId, stage, ...unit.key, counter }}
      text={formatNumber(total[counter])}
      label={`合计${title}人数`}
      strong
    />
  )
  const cells = [
    count('expected', '应筛'),
    count('screened', '实筛'),
    <ProgressMeter key="rate" {...total} />,
    count('valid', '有效'),
    ratioText(total.valid, total.screened),
    count('absent', '未检'),
  ]
  return (
    <Table.Summary fixed>
      <Table.Summary.Row>
        <Table.Summary.Cell index={0}>
          <b>合计</b>
        </Table.Summary.Cell>
        {cells.map((cell, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
          <Table.Summary.Cell key={nth} index={nth + 1} align={nth === 2 ? 'left' : 'right'}>
            {cell}
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
