import type { ReportChart, ReportSection, ReportTable } from '#contract/reports/report/report.ts'
import { isRoster, shownSections } from '#contract/reports/report/report-layout.ts'
import { dayInChinese, inChinaTime } from '../../core/china-time.ts'
import { type DocumentReader, readerWords } from './document-reader.ts'
import type { LaidOutReport } from './laid-out-report.ts'

const DIGITS = '零一二三四五六七八九'

/** 1 → 一, 12 → 十二, 30 → 三十; as sections are counted. */
export function chineseNumber(number: number): string {
  const tens = Math.floor(number / 10)
  const ones = number % 10
  if (number > 99) return String(number)
  if (tens === 0) return DIGITS[ones] ?? ''
  return `${tens === 1 ? '' : DIGITS[tens]}十${ones === 0 ? '' : DIGITS[ones]}`
}

/** （一）…, as the parts of a section are counted. */
export const numbered = (nth: number, title: string): string => `（${chineseNumber(nth + 1)}）${title}`

/** What is printed upright, and the lists of students that lie across the pages after it. */
export type PrintedReport = { sections: readonly ReportSection[]; attachments: readonly ReportTable[] }

/** A list of students turns the paper, so it is attached: the pages before it stay full. */
export function printedReport(report: LaidOutReport): PrintedReport {
  const sections = shownSections(report)
  const tables = sections.flatMap((section) => section.tables)
  if (tables.every(isRoster)) return { sections, attachments: [] }
  return {
    sections: sections.map((section) =>
      section.tables.some(isRoster)
        ? {
            ...section,
            paragraphs: [...section.paragraphs, '名单见附件。'],
            tables: section.tables.filter((table) => !isRoster(table)),
          }
        : section,
    ),
    attachments: tables.filter(isRoster),
  }
}

/** Whether the report is nothing but a list of students: then all of it lies across. */
export const isRosterOnly = ({ sections }: PrintedReport): boolean =>
  sections.length > 0 && sections.every(({ tables }) => tables.length > 0 && tables.every(isRoster))

/** 图 2-1 …; parts of a picture that is too high for a page are counted. */
export function captionOf(
  what: '图' | '表',
  place: { section: number; number: number; title: string; part?: number; parts?: number },
): string {
  const { section, number, title, part = 0, parts = 1 } = place
  return `${what} ${section + 1}-${number + 1}　${title}${partWords(part, parts)}`
}

export const attachmentCaption = (title: string, part: number, parts: number): string =>
  `${title}${partWords(part, parts)}`

const partWords = (part: number, parts: number): string => (parts > 1 ? `（${part + 1}/${parts}）` : '')

const SUBJECT = '儿童青少年视力筛查'

/** A title in two lines is broken before its subject, not within a word. */
export function titleLines(title: string): string[] {
  const at = title.indexOf(SUBJECT)
  return at > 0 ? [title.slice(0, at), title.slice(at)] : [title]
}

/** Who answers for the report: the organisation that froze it, else the one that takes it out. */
export const makerOf = ({ frozen }: LaidOutReport, { orgName }: DocumentReader): string =>
  frozen?.orgName ?? orgName

export const dateOf = ({ frozen, at }: LaidOutReport): string =>
  dayInChinese(inChinaTime(frozen?.frozenAt ?? at))

/** The lines below the title. */
export function headLines(report: LaidOutReport, reader: DocumentReader): string[] {
  const { plan, lastPlan, comparison, frozen, labels = { plan: '筛查计划', days: '筛查时间' } } = report
  const { startsOn, endsOn } = plan
  const maker = makerOf(report, reader)
  return [
    `${maker === '' ? '' : `编制单位：${maker}　　`}编制日期：${dateOf(report)}`,
    `${labels.plan}：${plan.planName}`,
    ...(startsOn && endsOn ? [`${labels.days}：${dayInChinese(startsOn)}至${dayInChinese(endsOn)}`] : []),
    ...(lastPlan ? [`对比计划：${lastPlan.planName}${comparison ? `（${comparison}）` : ''}`] : []),
    ...(frozen ? [`报告编号：${frozen.reportNo}`] : []),
    ...(frozen?.withdrawn ? [`已作废：${frozen.withdrawn.reason}`] : []),
  ]
}

/** To be filled in by hand. */
export const SIGNED_BY = ['编制', '审核', '签发'] as const

/** At the very end: who took the file out, and the exact times, which are no part of what is handed in. */
export function traceWords(report: LaidOutReport, reader: DocumentReader): string {
  const { frozen, at } = report
  return [
    readerWords(reader),
    `数据截至 ${inChinaTime(at)}`,
    ...(frozen ? [`${frozen.frozenBy} 冻结于 ${inChinaTime(frozen.frozenAt)}`] : []),
    ...(frozen?.withdrawn ? [`${frozen.withdrawn.by} 作废于 ${inChinaTime(frozen.withdrawn.at)}`] : []),
  ].join('；')
}

const KIND_WORDS: Record<ReportChart['kind'], string> = {
  bars: '柱状图',
  stacked: '堆叠柱状图',
  lines: '折线图',
  ranking: '排名条形图',
}

/** For those who cannot see the picture. */
export function chartWords({ title, kind, unit, categories, series }: ReportChart): string {
  const names = series.map(({ name }) => name).filter(Boolean)
  const shown = names.length > 0 ? `，显示${names.join('、')}` : ''
  const measured = unit === '' ? '' : `，单位 ${unit}`
  return `${title}：${KIND_WORDS[kind]}，共 ${categories.length} 项${shown}${measured}。数值见同节表格。`
}
