// Forms of the two national monitorings: of common diseases, and of vision.
import { NATIONAL_STAGES } from '#contract/exports/national-return.ts'
import { monitorColumns } from '#contract/print/forms/monitor.ts'
import { surveyColumns, surveyVariantOf } from '#contract/print/forms/survey.ts'
import type { PaperQuery } from '#contract/print/paper-schemas.ts'
import { monitorFoot, surveyFoot } from '#contract/print/sheet-words.ts'
import type { ExportReader } from '../exports/sources/export-source.ts'
import type { FoundRow } from '../exports/sources/screening-source.ts'
import { type FoundSheets, filledSheet, foundSheets, readResults, wasScreened } from './class-sheets.ts'

/** 视力调查记录表 */
export async function findSurveySheets(ctx: ExportReader, query: PaperQuery): Promise<FoundSheets> {
  return foundSheets(await readResults(ctx, query), (own) => {
    const variant = surveyVariantOf(own[0].stage)
    return { ...filledSheet(own, surveyColumns(variant)), variant, foot: surveyFoot(countOf(own)) }
  })
}

/** 视力监测表: without the stages that are no part of it. */
export async function findMonitorSheets(ctx: ExportReader, query: PaperQuery): Promise<FoundSheets> {
  const columns = monitorColumns({ lowVision: ctx.config.RETURN_LOW_VISION })
  const rows = (await readResults(ctx, query)).filter(({ stage }) => NATIONAL_STAGES.includes(stage))
  return foundSheets(rows, (own) => ({ ...filledSheet(own, columns), foot: monitorFoot(countOf(own)) }))
}

const countOf = (own: readonly FoundRow[]) => ({
  expected: own.length,
  screened: own.filter(wasScreened).length,
})
