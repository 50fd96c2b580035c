// The compared subjects as lines of a table.

import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { Suppression } from '#contract/eyesight/figures/figure-small-cells.ts'
import { addTallies, emptyTally } from '#contract/reports/report/tally.ts'
import { type SuppressionByKey, WHOLE_KEY } from './counted-tree.ts'
import { type Line, lineOf } from './report-table.ts'
import { byStages, type CountedGrade, gradeKey, stageTree } from './stage-tree.ts'

/** A plan or a unit: as a row of its own, and by stages; the same stages for all. */
export type ContrastLine = { line: Line; stages: Line }

/** Makes all have the same grades: missing ones are added with zero counts. */
export function alignedGrades(all: readonly (readonly CountedGrade[])[]): CountedGrade[][] {
  const known = new Map(all.flat().map((grade) => [gradeKey(grade.stage, grade.gradeNo), grade]))
  return all.map((own) => {
    const has = new Set(own.map(({ stage, gradeNo }) => gradeKey(stage, gradeNo)))
    const missing = [...known].filter(([key]) => !has.has(key))
    return [
      ...own,
      ...missing.map(([, { stage, gradeNo, counted }]) => ({
        stage,
        gradeNo,
        counted: { ...counted, tally: emptyTally(), parts: [] },
      })),
    ]
  })
}

type LineOf = {
  key: string
  name: string
  unit: Unit | null
  note: string | null
  grades: readonly CountedGrade[]
  suppression: SuppressionByKey
  /** A remark on a stage. */
  noteOfStage?: (key: string) => string | null
}

export function contrastLine({
  key,
  name,
  unit,
  note,
  grades,
  suppression,
  noteOfStage,
}: LineOf): ContrastLine {
  const stages = lineOf(byStages(stageTree(grades)), suppression)
  return {
    line: { ...stages, key, name, unit, note, parts: [] },
    stages: noteOfStage ? noted(stages, noteOfStage) : stages,
  }
}

const noted = (line: Line, noteOf: (key: string) => string | null): Line => ({
  ...line,
  note: noteOf(line.key),
  parts: line.parts.map((part) => noted(part, noteOf)),
})

/** The total of units without common students. What is suppressed in one of them would follow from the total, so it is suppressed there too. */
export function wholeLine(lines: readonly Line[]): Line {
  const suppression: Suppression = new Set(lines.flatMap(({ now }) => [...now.suppression]))
  return {
    key: WHOLE_KEY,
    name: '合计',
    unit: null,
    note: null,
    now: { tally: addTallies(lines.map(({ now }) => now.tally)), suppression },
    last: null,
    parts: [...lines],
  }
}
