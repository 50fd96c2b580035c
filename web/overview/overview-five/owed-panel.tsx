import type { OrganisationView, SchoolOwing } from '#contract/overview/organisation.ts'
import { ScrollRows } from '../executors/scroll-rows.tsx'
import columns from '../frame/columns.module.css'
import { countText, percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './owed-panel.module.css'

/** What each school still lacks: results, decided conflicts, second examinations. */
export function OwedPanel({ view }: { view: OrganisationView }) {
  const { owed, range, total } = view
  const conflicts = owed.conflicts > 0 ? ` · 冲突 ${countText(owed.conflicts)} 条` : ''
  return (
    <Panel
      title="尚欠数据"
      aside={owed.schools > 0 ? `未筛 ${countText(owed.students)} 人${conflicts}` : undefined}
      className={columns.grows}
    >
      {owed.list.length === 0 ? (
        <WallMessage>{nothingOwed(range, total.screened)}</WallMessage>
      ) : (
        <ScrollRows label="尚欠数据的学校">
          {owed.list.map((school) => (
            <Row key={school.orgId} school={school} view={view} />
          ))}
        </ScrollRows>
      )}
    </Panel>
  )
}

function nothingOwed({ waiting }: OrganisationView['range'], screened: number): string {
  if (waiting.schools > 0) return `没有欠缺的数据，还有 ${countText(waiting.schools)} 所学校尚未开始。`
  return screened > 0 ? '数据已齐，没有欠缺。' : '任务开始后，这里列出尚欠数据的学校。'
}

function Row({ school, view }: { school: SchoolOwing; view: OrganisationView }) {
  const { name, owing, conflicts, retestShort, errorsOver } = school
  const marks = [
    ...(conflicts > 0 ? [`冲突 ${countText(conflicts)}`] : []),
    ...(retestShort ? [`复测 ${percentText(school.retestRate, 1)}%，要求 ${view.retestRatio}%`] : []),
    ...(errorsOver ? [`误差 ${percentText(school.errorRate, 1)}%，上限 ${view.errorCap}%`] : []),
  ]
  return (
    <li className={styles.row}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <strong>{owing > 0 ? `欠 ${countText(owing)} 人` : ''}</strong>
      {marks.length > 0 && (
        <span className={errorsOver ? styles.attention : styles.marks}>{marks.join(' · ')}</span>
      )}
    </li>
  )
}
