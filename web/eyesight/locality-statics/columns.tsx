import type { TableColumnType } from 'antd'
import { Link } from 'react-router'
import type { Breakdown, UnitKey, WorkDone } from '#contract/eyesight/figures/figure-schemas.ts'
import { percentOf } from '#contract/eyesight/figures/rates.ts'
import { formatNumber } from '#web/core/format.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { FigureNumber } from '../figures/figure-number.tsx'
import { ratioText } from '../figures/percent-text.ts'
import { RowRange } from '../figures/plan-range.tsx'
import { ProgressMeter } from '../figures/progress-meter.tsx'

type Row = Breakdown['rows'][number]
type Options = {
  planId: number
  stage: number | undefined
  childName: string
  onGo: (key: UnitKey) => void
}

export const PROGRESS_COUNTERS = [
  ['应筛', 'expected'],
  ['实筛', 'screened'],
  ['有效', 'valid'],
  ['未检（有原因）', 'absent'],
] as const satisfies readonly (readonly [string, WorkDone])[]

export function progressColumns({ planId, stage, childName, onGo }: Options): TableColumnType<Row>[] {
  const count = ([title, counter]: readonly [string, WorkDone]): TableColumnType<Row> => ({
    title,
    align: 'right',
    width: title.length > 4 ? 150 : 110,
    sorter: (a, b) => a.counts[counter] - b.counts[counter],
    render: (_, { unit, counts }) => (
      <FigureNumber
        asked={{ planId, stage, ...unit.key, counter }}
        text={formatNumber(counts[counter])}
        label={`${unit.name}${title}人数`}
      />
    ),
  })
  const rate = (title: string, top: WorkDone, base: WorkDone): TableColumnType<Row> => ({
    title,
    align: 'right',
    width: 100,
    sorter: (a, b) => rateOf(a, top, base) - rateOf(b, top, base),
    render: (_, { counts }) => ratioText(counts[top], counts[base]),
  })
  const [expected, screened, valid, absent] = PROGRESS_COUNTERS
  return [
    {
      title: childName,
      fixed: 'start',
      render: (_, row) => (
        <>
          <UnitName row={row} onGo={onGo} />
          <RowRange planId={planId} {...row} />
        </>
      ),
    },
    count(expected),
    count(screened),
    {
      title: '完成率',
      width: 220,
      sorter: (a, b) => rateOf(a, 'screened', 'expected') - rateOf(b, 'screened', 'expected'),
      render: (_, { counts }) => <ProgressMeter {...counts} />,
    },
    count(valid),
    rate('有效率', 'valid', 'screened'),
    count(absent),
  ]
}

const rateOf = ({ counts }: Row, top: WorkDone, base: WorkDone): number =>
  percentOf(counts[top], counts[base]) ?? -1

/** The name leads one level down; a class leads to the tasks of its school. */
export function UnitName({ row, onGo }: { row: Pick<Row, 'unit'>; onGo: (key: UnitKey) => void }) {
  const { level, key, name } = row.unit
  if (level === 'class') {
    return key.orgId === undefined ? name : <Link to={`/eyesight/task-list?orgId=${key.orgId}`}>{name}</Link>
  }
  return <LinkButton onClick={() => onGo(key)}>{name}</LinkButton>
}
