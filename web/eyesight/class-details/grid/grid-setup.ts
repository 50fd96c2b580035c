import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import type { JudgeSetup } from '../sheet/row-view.ts'
import { type Column, columnsIn, examinesRefraction, NOTE_GROUPS, readingGroups } from './columns.ts'
import { type HeadGroup, headCell, headOf, SE_HEAD } from './grid-table.tsx'

/** How the grid of a class looks and judges; the same for all of its rows. */
export type GridSetup = JudgeSetup & {
  head: readonly HeadGroup[]
  readings: readonly Column[]
  notes: readonly Column[]
  withSe: boolean
  editable: boolean
  mayEnter: boolean
  correctable: boolean
}

type Given = Pick<ClassGrid, 'items' | 'profile' | 'stage' | 'lockedReason' | 'correctable'>

export function gridSetup(grid: Given, { mayEnter, today }: { mayEnter: boolean; today: string }): GridSetup {
  const { items, profile, stage } = grid
  const readings = readingGroups(items)
  const withSe = examinesRefraction(items)
  return {
    stage,
    rules: { profile, items },
    today,
    withSe,
    readings: columnsIn(readings),
    notes: columnsIn(NOTE_GROUPS),
    editable: mayEnter && grid.lockedReason === null,
    mayEnter,
    correctable: mayEnter && grid.correctable,
    head: [
      headCell('序号', 40, 'index'),
      headCell('姓名', 104, 'name'),
      headCell('性别', 40),
      headCell('年龄', 40),
      ...headOf(readings),
      ...(withSe ? [SE_HEAD] : []),
      headCell('结论', 208),
      ...headOf(NOTE_GROUPS),
      headCell('状态', 132, 'state'),
    ],
  }
}
