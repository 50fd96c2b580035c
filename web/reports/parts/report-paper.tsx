import { Alert } from 'antd'
import { useMemo, useRef } from 'react'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { OWN_TEXT } from '#contract/reports/own-text/own-text.ts'
import type { Report, ReportSection } from '#contract/reports/report/report.ts'
import { NOTES, shownSections } from '#contract/reports/report/report-layout.ts'
import { formatDate, formatDateTime } from '#web/core/format.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { ExplainingContext } from './explained/explained-cell.tsx'
import { useExplaining } from './explained/use-explaining.ts'
import { keyOf, type TextUnit } from './own-text/drafts.ts'
import { OwnTextSection } from './own-text/own-text-section.tsx'
import styles from './report.module.css'
import { ReportChartFigure } from './report-chart.tsx'
import { ReportContents } from './report-contents.tsx'
import type { LinkBase } from './report-link.ts'
import { ReportTableBox } from './report-table.tsx'
import { type TableSource, TableSourceContext } from './table-download.tsx'
import { useWidth } from './use-width.ts'

type Props = {
  report: Report
  lastPlanId: number | undefined
  stale: boolean
  /** Where the reader may write a text of the own organisation into it. */
  writing?: TextUnit | undefined
  /** What its tables are files of. */
  source: TableSource
}

const NO_UNIT: LinkBase['from'] = { level: 'range', key: {} }

export function ReportPaper({ report, lastPlanId, stale, writing, source }: Props) {
  const paper = useRef<HTMLElement>(null)
  const width = useWidth(paper)
  const { permissions: held, user } = useSession()
  const maker = report.frozen?.orgName ?? user?.orgName ?? ''
  const { kind, unit, plan, notes } = report
  const sections = useMemo(() => shownSections(report), [report])
  const { explaining, drawer } = useExplaining(report)
  const computed = sections.filter((section) => !isOwnText(section))
  // In a comparison the name of a unit links to the unit's own report.
  const from = kind === 'contrast' ? NO_UNIT : unit
  const links = useMemo<LinkBase>(
    () => ({ from, planId: plan.planId, lastPlanId, held }),
    [from, plan.planId, lastPlanId, held],
  )
  return (
    <div className={styles.reportLayout} aria-busy={stale}>
      <article ref={paper} className={styles.reportPaper} aria-label={report.title}>
        <ReportHead report={report} maker={maker} />
        <Cautions sentences={report.cautions ?? []} />
        <ExplainingContext value={explaining}>
          <TableSourceContext value={source}>
            {computed.map((section) => (
              <Section key={section.id} section={section} width={width} links={links} />
            ))}
          </TableSourceContext>
        </ExplainingContext>
        {drawer}
        <OwnTextSection
          key={keyOf({ planId: plan.planId, ...unit.key })}
          section={sections.find(isOwnText)}
          maker={maker}
          writing={writing}
        />
        <Closing maker={maker} day={dayOf(report)} />
        {notes.length > 0 && (
          <section aria-label={NOTES.title} className={styles.reportNotes}>
            <h3 tabIndex={-1} data-section={NOTES.id}>
              {NOTES.title}
            </h3>
            <ol>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ol>
          </section>
        )}
      </article>
      <ReportContents paper={paper} entries={notes.length > 0 ? [...sections, NOTES] : sections} />
    </div>
  )
}

const isOwnText = ({ id }: ReportSection): boolean => id === OWN_TEXT.id

const dayOf = ({ frozen, at }: Report): string => formatDate(frozen?.frozenAt ?? at)

function ReportHead({ report, maker }: { report: Report; maker: string }) {
  const { title, unit, plan, lastPlan, comparison, at, frozen } = report
  const { startsOn, endsOn } = plan
  return (
    <header className={styles.reportHead}>
      <h2>{title}</h2>
      <dl>
        {frozen && <Fact name="报告编号" value={frozen.reportNo} />}
        {frozen?.withdrawn && <Fact name="状态" value={`已作废（${frozen.withdrawn.reason}）`} />}
        <Fact name="单位" value={unit.name} />
        <Fact name="筛查计划" value={`${plan.planName}（${PlanStatus.label(plan.status)}）`} />
        {startsOn && endsOn && <Fact name="筛查时间" value={`${startsOn} 至 ${endsOn}`} />}
        {lastPlan && <Fact name={`对比计划（${comparison}）`} value={lastPlan.planName} />}
        {maker !== '' && <Fact name="编制单位" value={maker} />}
        <Fact name="数据截至" value={formatDateTime(at)} />
      </dl>
    </header>
  )
}

/** On the screen only: on paper the sections say it. */
function Cautions({ sentences }: { sentences: readonly string[] }) {
  return sentences.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      className={styles.reportCautions}
      title={sentences.map((sentence) => <div key={sentence}>{sentence}</div>)}
    />
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}：</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** On paper only: who answers for it, and lines to be signed. */
function Closing({ maker, day }: { maker: string; day: string }) {
  return (
    <footer className={styles.reportClosing}>
      <p>{maker}</p>
      <p>{day}</p>
      <p>编制：＿＿＿＿＿　审核：＿＿＿＿＿　签发：＿＿＿＿＿</p>
    </footer>
  )
}

type SectionProps = { section: ReportSection; width: number; links: LinkBase }

function Section({ section: { id, title, paragraphs, charts, tables }, width, links }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3 tabIndex={-1} data-section={id}>
        {title}
      </h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {charts.map((chart) => (
        <ReportChartFigure key={chart.id} chart={chart} width={width} />
      ))}
      {tables.map((table) => (
        <ReportTableBox key={table.id} table={table} links={links} />
      ))}
    </section>
  )
}
