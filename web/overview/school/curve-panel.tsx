import { termText } from '#contract/eyesight/term.ts'
import type { SchoolView } from '#contract/overview/school.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { Panel } from '../frame/panel.tsx'
import { GradeCurve } from '../myopia/grade-curve.tsx'
import { lastTerm } from './rates-panel.tsx'
import { rateName } from './school-words.ts'

type Props = { view: SchoolView; plan: WallPlan; className?: string | undefined }

/** Grade by grade, with the same grade of the year before. */
export function CurvePanel({ view, plan, className }: Props) {
  const title = `各年级${rateName(view)}`
  const hasLast = view.grades.some(({ rate }) => rate.change !== null)
  const now = `● ${termText(plan)}`
  return (
    <Panel
      title={title}
      aside={hasLast ? `${now}　○ ${lastTerm(view)}同年级，变化为百分点` : now}
      className={className}
    >
      <GradeCurve
        title={title}
        withLast
        view={{
          grades: view.grades.map(({ name, stage, rate }) => ({ key: name, name, stage, rate })),
          stages: view.lines,
        }}
      />
    </Panel>
  )
}
