import type { OrganisationView, OwnTask } from '#contract/overview/organisation.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { Bullet } from '../chart/bullet.tsx'
import { ScrollRows } from '../executors/scroll-rows.tsx'
import { countText, monthDay, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './week-tasks.module.css'

type Props = { view: OrganisationView; target: number }

/** The tasks of today and of this week, those that are overdue first. */
export function WeekTasks({ view, target }: Props) {
  const { week, tasksToday, tasksOfWeek, tasks } = view
  const overdue = tasks.overdue > 0 ? ` · 逾期 ${countText(tasks.overdue)} 项` : ''
  return (
    <Panel
      title="今日与本周任务"
      aside={`今天 ${countText(tasksToday)} 项 · 本周 ${countText(tasksOfWeek)} 项${overdue}`}
      className={styles.panel}
    >
      {week.length === 0 ? (
        <WallMessage>
          {tasks.waiting > 0 ? '本周没有任务，后续任务开始时列在这里。' : '本周没有任务。'}
        </WallMessage>
      ) : (
        <ScrollRows label="今日与本周任务">
          {week.map((task) => (
            <Row key={task.taskId} task={task} target={target} />
          ))}
        </ScrollRows>
      )}
    </Panel>
  )
}

function Row({ task, target }: { task: OwnTask; target: number }) {
  const { schoolName, expected, screened, screenedToday, overdue } = task
  const rate = shareOf(screened, expected)
  return (
    <li className={`${styles.row} ${overdue ? styles.overdue : ''}`}>
      <span className={styles.name} title={schoolName}>
        {schoolName}
      </span>
      {task.status === TaskStatus.code.waiting ? (
        <span className={styles.note}>
          {monthDay(task.startsOn)} 开始，应筛 {countText(expected)} 人
        </span>
      ) : (
        <>
          <Bullet value={rate} target={target} attention={overdue} />
          <strong>{percentText(rate)}%</strong>
          <span className={styles.done}>
            {countText(screened)} / {countText(expected)}
          </span>
          <span className={styles.today}>{screenedToday > 0 ? `今日 +${countText(screenedToday)}` : ''}</span>
        </>
      )}
      <span className={styles.until}>{untilText(task)}</span>
    </li>
  )
}

function untilText({ status, overdue, endsOn }: OwnTask): string {
  if (status === TaskStatus.code.completed) return '已完成'
  return overdue ? `逾期 ${monthDay(endsOn)}` : `${monthDay(endsOn)} 截止`
}
