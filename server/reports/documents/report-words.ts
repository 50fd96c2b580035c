import type { Report, ReportChart, ReportSection } from '#contract/reports/report/report.ts'
import { ReportKind } from '#contract/reports/report/report.ts'
import { inChinaTime } from '../china-time.ts'

const DIGITS = '零一二三四五六七八九'

/** 1 → 一, 12 → 十二, 30 → 三十; as sections are counted. */
export function chineseNumber(number: number): string {
  const tens = Math.floor(number / 10)
  const ones = number % 10
  if (number > 99) return String(number)
  if (tens === 0) return DIGITS[ones] ?? ''
  return `${tens === 1 ? '' : DIGITS[tens]}十${ones === 0 ? '' : DIGITS[ones]}`
}

export const isEmptySection = ({ paragraphs, charts, tables }: ReportSection): boolean =>
  paragraphs.length + charts.length + tables.length === 0

/** 图 2-1 …; parts of a picture that is too high for a page are counted. */
export function captionOf(
  what: '图' | '表',
  place: { section: number; number: number; title: string; part?: number; parts?: number },
): string {
  const { section, number, title, part = 0, parts = 1 } = place
  const counted = parts > 1 ? `（${part + 1}/${parts}）` : ''
  return `${what} ${section + 1}-${number + 1}　${title}${counted}`
}

/** The lines below the title. */
export function reportLines(report: Report): string[] {
  const { kind, unit, plan, lastPlan, comparison, at, frozen } = report
  const compared = lastPlan ? `，与“${lastPlan.planName}”${comparison ?? '比较'}` : ''
  return [
    `${ReportKind.label(kind)}　${unit.name}`,
    `筛查计划：${plan.planName}${compared}`,
    `数据截至：${inChinaTime(at)}`,
    ...(frozen
      ? [
          `报告编号：${frozen.reportNo}　${frozen.orgName} ${frozen.frozenBy} 冻结于 ${inChinaTime(frozen.frozenAt)}`,
        ]
      : []),
    ...(frozen?.withdrawn
      ? [
          `已作废：${inChinaTime(frozen.withdrawn.at)}　${frozen.withdrawn.by}　原因：${frozen.withdrawn.reason}`,
        ]
      : []),
  ]
}

export const footerWords = ({ unit, plan, at }: Report): string =>
  `${unit.name}　${plan.planName}　数据截至 ${inChinaTime(at)}`

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
