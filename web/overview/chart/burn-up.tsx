import { forecastOf, workdaysBetween } from '#contract/overview/pace.ts'
import type { ProgressView } from '#contract/overview/progress.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { monthDay, percentText, shareOf, shortCount } from '../frame/number-text.ts'
import styles from './burn-up.module.css'
import { type Box, useBox } from './use-box.ts'

type View = Pick<ProgressView, 'total' | 'days' | 'perDay' | 'workdaysLeft'>
type Props = { view: View; plan: WallPlan; today: string }

/** Share of those to be examined by day, and where the pace of the last days leads. */
export function BurnUp(props: Props) {
  const [svg, box] = useBox<SVGSVGElement>()
  return (
    <svg ref={svg} className={styles.chart} role="img" aria-label="每日进度">
      {box && <Drawing {...props} box={box} />}
    </svg>
  )
}

function Drawing({ view, plan, today, box: { width, height, u } }: Props & { box: Box }) {
  const right = 62 * u
  const bars = height * 0.3
  const top = 14 * u
  const floor = height - bars - 44 * u
  const base = height - 24 * u
  const days = calendar(plan, view.days, today)
  const x = (day: string) => {
    const nth = days.findIndex((each) => each >= day)
    return ((nth < 0 ? days.length - 1 : nth) * (width - right)) / Math.max(1, days.length - 1)
  }
  const y = (percent: number) => floor - ((floor - top) * Math.min(100, percent)) / 100
  const reached = pointsOf(view, plan.startsOn)
  const last = reached.at(-1)
  const share = shareOf(view.total.screened, view.total.expected)
  const ahead = forecastOf(view.total, view.perDay, view.workdaysLeft)
  const now = days.length > 0 && today < plan.endsOn ? x(today) : (last?.[0] ?? 0)
  const most = Math.max(1, ...view.days.map(({ screened }) => screened))
  const line = reached.map(([day, value]) => `${x(day as string)},${y(value)}`).join(' ')
  return (
    <>
      {[0, 50, 100].map((percent) => (
        <g key={percent}>
          <line x1={0} x2={width - right} y1={y(percent)} y2={y(percent)} className={styles.grid} />
          {/* Beside the target there is no room for it. */}
          {percent < 100 && (
            <text x={width - right + 8 * u} y={y(percent) + 5 * u} className={styles.tick}>
              {percent}%
            </text>
          )}
        </g>
      ))}
      <line
        x1={0}
        x2={width - right}
        y1={y(plan.targetRate)}
        y2={y(plan.targetRate)}
        className={styles.target}
      />
      <text x={width - right + 8 * u} y={y(plan.targetRate) + 5 * u} className={styles.targetText}>
        {plan.targetRate}%
      </text>
      <polyline points={line} className={styles.line} />
      {ahead !== null && share !== null && view.workdaysLeft > 0 && (
        <>
          <line
            x1={typeof now === 'number' ? now : 0}
            y1={y(share)}
            x2={x(plan.endsOn)}
            y2={y(ahead)}
            className={styles.ahead}
          />
          <circle cx={x(plan.endsOn)} cy={y(ahead)} r={5 * u} className={styles.end} />
        </>
      )}
      {last && <circle cx={x(last[0])} cy={y(last[1])} r={5 * u} className={styles.now} />}
      {share !== null && share > 0 && (
        <text x={0} y={floor + 20 * u} className={styles.said}>
          <tspan className={styles.nowText}>
            {today > plan.endsOn ? '最终' : '现在'} {percentText(share)}%
          </tspan>
          {ahead !== null && <tspan dx={14 * u}>照此速度 {percentText(ahead, 1)}%</tspan>}
        </text>
      )}
      {view.days.length > 0 && (
        <text x={(width - right) / 2} y={height - 4 * u} textAnchor="middle" className={styles.tick}>
          每日最多 {shortCount(most)} 人
        </text>
      )}
      {view.days.map(({ day, screened }) => {
        const high = ((bars - 6 * u) * screened) / most
        const wide = Math.max(2, ((width - right) / Math.max(8, days.length)) * 0.72)
        return (
          <rect
            key={day}
            x={x(day) - wide / 2}
            y={base - high}
            width={wide}
            height={Math.max(1, high)}
            className={styles.bar}
          />
        )
      })}
      <line x1={0} x2={width - right} y1={base} y2={base} className={styles.grid} />
      <text x={0} y={height - 4 * u} className={styles.tick}>
        {monthDay(plan.startsOn)}
      </text>
      <text x={width - right} y={height - 4 * u} textAnchor="end" className={styles.tick}>
        {monthDay(plan.endsOn)}
      </text>
    </>
  )
}

/** Working days, and the others on which something was done. */
function calendar(plan: WallPlan, done: ProgressView['days'], today: string): string[] {
  const days = new Set(workdaysBetween(plan.startsOn, plan.endsOn))
  for (const { day } of done) if (day >= plan.startsOn && day <= plan.endsOn) days.add(day)
  if (today >= plan.startsOn && today <= plan.endsOn) days.add(today)
  return [...days].sort()
}

function pointsOf({ days, total }: View, startsOn: string): [day: string, percent: number][] {
  let sum = 0
  const points: [string, number][] = []
  for (const { day, screened } of days) {
    sum += screened
    const percent = shareOf(sum, total.expected)
    if (percent !== null) points.push([day < startsOn ? startsOn : day, percent])
  }
  return points
}
