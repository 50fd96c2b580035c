import { Typography } from 'antd'
import { useMemo } from 'react'
import type { PlanItems } from '#contract/eyesight/plan-schemas.ts'
import type { ClassGrid, RetestRow } from '#contract/eyesight/record-schemas.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { columnsIn, examinesRefraction, readingGroups } from '../grid/columns.ts'
import { GridTable, headCell, headOf, SE_HEAD } from '../grid/grid-table.tsx'
import { RetestEntryRow, type RetestSetup } from './retest-entry-row.tsx'

type Props = {
  /** Drawn and not examined again yet. */
  rows: readonly RetestRow[]
  /** Whether anybody was drawn at all. */
  any: boolean
  grid: ClassGrid
  withClass: boolean
  mayRetest: boolean
}

/** Compared are vision and spherical equivalent: nothing else is examined twice. */
const retestItems = (items: PlanItems): PlanItems => ({
  ...items,
  position: 0,
  colour: 0,
  caries: 0,
  body: 0,
})

/** Blind entry: the same fields as in the grid, without the first reading. */
export function RetestEntry({ rows, any, grid, withClass, mayRetest }: Props) {
  const setup = useMemo((): RetestSetup => {
    const items = retestItems(grid.items)
    const groups = readingGroups(items)
    const withSe = examinesRefraction(items)
    return {
      items,
      columns: columnsIn(groups),
      withSe,
      withClass,
      mayRetest,
      head: [
        headCell('姓名', 104, 'first'),
        headCell('性别', 44),
        ...(withClass ? [headCell('班级', 120)] : []),
        ...headOf(groups),
        ...(withSe ? [SE_HEAD] : []),
        headCell('复测', 132, 'state'),
      ],
    }
  }, [grid.items, withClass, mayRetest])
  if (rows.length === 0) {
    return any ? null : (
      <EmptyState
        title={withClass ? '还没有抽取复测学生' : '本班没有抽到复测学生'}
        hint={mayRetest ? '有了有效的检查结果后，点“抽取复测”' : '由承担任务的机构抽取'}
      />
    )
  }
  return (
    <section>
      <Typography.Title level={3} className={layout.partTitle}>
        待复测 {rows.length} 人
      </Typography.Title>
      <GridTable label="待复测的学生" head={setup.head}>
        {rows.map((row) => (
          <RetestEntryRow key={row.recordId} row={row} setup={setup} />
        ))}
      </GridTable>
    </section>
  )
}
