import type { ReactNode } from 'react'
import type { ClassCell, SchoolView } from '#contract/overview/school.ts'
import { BarRows } from '../chart/bar-rows.tsx'
import { countText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import { notBegunText } from '../school/school-words.ts'

type Props = { view: SchoolView; today: string; className?: string | undefined }

/** As many as stand in the panel. */
const SHOWN = 7

/** The classes with results of today, those with most first. */
export function TodayPanel({ view, today, className }: Props) {
  const { grades, screenedToday, total } = view
  const classes = grades
    .flatMap((grade) => grade.classes)
    .filter((cell) => cell.screenedToday > 0)
    .sort((one, other) => other.screenedToday - one.screenedToday)
  const more = classes.length > SHOWN ? `，列出前 ${SHOWN} 个` : ''
  return (
    <Panel
      title="今日班级"
      aside={
        classes.length > 0
          ? `${classes.length} 个班 · 今日已筛 ${countText(screenedToday)} 人${more}`
          : undefined
      }
      className={className}
    >
      {classes.length === 0 ? (
        <WallMessage>
          {total.screened === 0 ? `${notBegunText(view, today)}。` : nothingToday(view)}
        </WallMessage>
      ) : (
        <BarRows rows={classes.slice(0, SHOWN).map(rowOf)} />
      )}
    </Panel>
  )
}

function rowOf({ name, done, screenedToday, key }: ClassCell) {
  return {
    key: String(key.classId),
    name,
    value: shareOf(done.screened, done.expected),
    text: `+${screenedToday} 人`,
  }
}

/** What comes next, where nobody is at it. */
function nothingToday({ todo }: SchoolView): ReactNode {
  const most = todo.find(({ kind }) => kind === 'notScreened')?.most
  if (!most) return '今天没有班级筛查。'
  return (
    <>
      今天还没有班级筛查。
      <br />
      {most.name}待筛 {most.count} 人，为各班最多。
    </>
  )
}
