import type { ExecutorWork, HospitalsView } from '#contract/overview/hospitals.ts'
import { ATTENTION_BELOW } from '#contract/overview/progress.ts'
import { Bullet } from '../chart/bullet.tsx'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './organisation-table.module.css'
import { ScrollRows } from './scroll-rows.tsx'

type Props = { view: HospitalsView; target: number; place: string }

/** Every organisation with how far it is, how fast and how well; the slowest first. */
export function OrganisationTable({ view: { organisations, total }, target, place }: Props) {
  const more = total.orgs > organisations.length ? `最慢的 ${organisations.length} 家在前` : '最慢的在前'
  return (
    <Panel title="各机构筛查" aside={`${countText(total.orgs)} 家 · ${more}`} className={styles.panel}>
      {organisations.length === 0 ? (
        <WallMessage>{place}还没有分配给医院或社会机构的任务，分配后列在这里。</WallMessage>
      ) : (
        <>
          <div className={`${styles.row} ${styles.head}`} aria-hidden="true">
            <span>机构</span>
            <span>完成率（%）</span>
            <span />
            <span>欠</span>
            <span>日均</span>
            <span>无效率</span>
            <span>复测率</span>
            <span>误差率</span>
          </div>
          <ScrollRows label="各机构筛查">
            {organisations.map((work) => (
              <Row key={work.orgId} work={work} target={target} />
            ))}
          </ScrollRows>
        </>
      )}
    </Panel>
  )
}

function Row({ work, target }: { work: ExecutorWork; target: number }) {
  const { name, expected, screened, tasks, perDay, quality } = work
  const rate = shareOf(screened, expected)
  const slow = rate !== null && rate < Math.min(target, ATTENTION_BELOW)
  return (
    <li className={styles.row}>
      <span className={styles.name} title={`${name}，${tasks} 项任务`}>
        {name}
        <small>{countText(tasks)} 项</small>
      </span>
      <Bullet value={rate} target={target} attention={slow} />
      <strong className={slow ? styles.attention : undefined}>{percentText(rate, 1)}</strong>
      <span>{countText(Math.max(0, expected - screened))}</span>
      <span>{countText(perDay === null ? null : Math.round(perDay))}</span>
      <span>{percentText(quality.invalidRate, 1)}</span>
      <span className={quality.retestShort ? styles.attention : undefined}>
        {percentText(quality.retestRate, 1)}
      </span>
      <span className={quality.errorsOver ? styles.attention : undefined}>
        {percentText(quality.errorRate, 1)}
      </span>
    </li>
  )
}
