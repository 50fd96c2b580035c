// The texts of organisations as a section of the report.
import {
  OWN_TEXT,
  OWN_TEXT_PART_NAMES,
  OWN_TEXT_PARTS,
  paragraphsOf,
} from '#contract/reports/own-text/own-text.ts'
import type { Report, ReportBlock, ReportSection } from '#contract/reports/report/report.ts'
import type { UserCtx } from '../../core/context.ts'
import type { Place } from '../../eyesight/figures/unit.ts'
import { textPlaceOf } from './own-text.ts'
import { selectOrgsWithin, selectTexts, type WrittenText } from './own-text-queries.ts'

/** None where nothing was written, or of a kind of report that has no such texts. */
export async function readOwnText(
  ctx: UserCtx,
  planId: number,
  place: Place,
): Promise<{ at: string; sections: ReportSection[] }> {
  const { at, written } = await selectTexts(ctx.db, ctx.scope, textPlaceOf(planId, place) ?? null)
  const blocks = written.flatMap(blocksOf)
  const section = { ...OWN_TEXT, paragraphs: [], blocks, charts: [], tables: [] }
  return { at, sections: blocks.length > 0 ? [section] : [] }
}

const blocksOf = (written: WrittenText): ReportBlock[] =>
  OWN_TEXT_PART_NAMES.map((part) => ({
    id: `${part}-${written.orgId}`,
    title: OWN_TEXT_PARTS[part],
    orgId: written.orgId,
    orgName: written.orgName,
    paragraphs: paragraphsOf(written[part]),
  })).filter(({ paragraphs }) => paragraphs.length > 0)

/** Without texts of organisations outside the reader's range: made again for this reader the report has none of them. */
export async function withTextsInRange(ctx: UserCtx, report: Report): Promise<Report> {
  const writers = report.sections.flatMap(({ blocks = [] }) => blocks.map(({ orgId }) => orgId))
  if (writers.length === 0) return report
  const known = new Set(await selectOrgsWithin(ctx.db, ctx.scope, writers))
  const sections = report.sections.map((section) =>
    section.blocks ? { ...section, blocks: section.blocks.filter(({ orgId }) => known.has(orgId)) } : section,
  )
  return { ...report, sections }
}
