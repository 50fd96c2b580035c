import { SchoolStage, SchoolSystem } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { gradeName, yearsOf } from '#contract/schools/grades.ts'
import type { AdvancePreview } from '#contract/students/schemas.ts'

type Stage = CodeOf<typeof SchoolStage>
type AdvanceClass = AdvancePreview['classes'][number]

const { kindergarten, primary, juniorHigh, seniorHigh } = SchoolStage.code
const NEXT: Partial<Record<Stage, Stage>> = {
  [kindergarten]: primary,
  [primary]: juniorHigh,
  [juniorHigh]: seniorHigh,
}

/** The last grade of a stage that can go on in the same school, and the grade it goes on to. */
export type GoingOn = { stage: Stage; from: string; to: string }

export function goingOnOf({
  continuable,
  classes,
}: Pick<AdvancePreview, 'continuable' | 'classes'>): GoingOn[] {
  return continuable.flatMap((stage) => {
    const from = classes.find(({ prefix, toGrade }) => prefix === stage && toGrade === null)?.fromGrade
    const next = NEXT[stage]
    return from && next ? [{ stage, from, to: firstGradeName(next, from) }] : []
  })
}

/** Where five years of primary school are the rule, the next grade is 预初. */
function firstGradeName(next: Stage, from: string): string {
  const { fiveFour, sixThree } = SchoolSystem.code
  const isFiveFour = from === gradeName(primary, yearsOf(primary, fiveFour), fiveFour)
  return gradeName(next, 1, next === juniorHigh && isFiveFour ? fiveFour : sixThree)
}

export type PlannedGrade = {
  key: string
  from: string
  /** Null: it graduates. */
  to: string | null
  classes: readonly Pick<AdvanceClass, 'classId' | 'className' | 'studentCount'>[]
  people: number
}

/** The grades as they will be, with the stages that go on, and how many people that makes. */
export function planOf(classes: readonly AdvanceClass[], goingOn: readonly GoingOn[]) {
  const grades = new Map<string, PlannedGrade>()
  for (const each of classes) {
    const next = each.toGrade === null ? goingOn.find(({ stage }) => stage === each.prefix) : undefined
    const to = next?.to ?? each.toGrade
    const key = `${each.prefix} ${each.fromGrade}`
    const grade = grades.get(key) ?? { key, from: each.fromGrade, to, classes: [], people: 0 }
    grades.set(key, {
      ...grade,
      classes: [...grade.classes, each],
      people: grade.people + each.studentCount,
    })
  }
  const planned = [...grades.values()]
  const sum = (some: PlannedGrade[]) => some.reduce((total, { people }) => total + people, 0)
  return {
    grades: planned,
    classCount: classes.length,
    promoted: sum(planned.filter(({ to }) => to !== null)),
    graduating: sum(planned.filter(({ to }) => to === null)),
  }
}
