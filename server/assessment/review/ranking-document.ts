// The result of an assessment as Excel, Word or PDF, from the pieces of reports.
import type { z } from 'zod'
import type { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan, AssessRanking, AssessRankingRow } from '#contract/assessment/plan-schemas.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { RANKED_LEAST } from '#contract/eyesight/figures/rates.ts'
import type { ReportColumn, ReportTable, ReportValue } from '#contract/reports/report/report.ts'
import { writeAudit } from '../../core/audit-queries.ts'
import { inChinaTime } from '../../core/china-time.ts'
import { tx, type UserCtx } from '../../core/context.ts'
import { reservePlace } from '../../exports/download-place.ts'
import { selectReadAt } from '../../eyesight/figures/figure-queries.ts'
import type { LaidOutReport } from '../../reports/documents/laid-out-report.ts'
import { writeDocument } from '../../reports/documents/write-document.ts'
import { DOCUMENT_TYPES } from '../../reports/download-report.ts'
import { requireAssessPlan } from '../plans/plan.ts'
import { findRanking } from './results.ts'

type Order = z.output<(typeof assessmentEndpoints)['exportAssessRanking']['input']>

export async function exportRanking(ctx: UserCtx, { planId, format }: Order): Promise<FileAnswer> {
  const plan = await requireAssessPlan(ctx, planId)
  const place = reservePlace(ctx)
  try {
    const at = await selectReadAt(ctx.db)
    const report = rankingReport(await findRanking(ctx, { planId }), plan, at)
    const { realName, account, org } = ctx.caller
    const reader = { realName, account, orgName: org?.name ?? '', at: inChinaTime(at) }
    const content = await writeDocument({ report, reader, format })
    ctx.note({ objectType: 'assessPlan', objectId: planId, detail: { format } })
    // Where it cannot be written down who takes what out, nothing leaves.
    await tx(ctx, (within) =>
      writeAudit(within, { action: 'export.assessRanking', success: true, code: 200 }),
    )
    return { fileName: `${report.title}.${format}`, contentType: DOCUMENT_TYPES[format], content }
  } finally {
    place.free()
  }
}

type Dated = Pick<AssessPlan, 'startsOn' | 'endsOn' | 'ownerName' | 'bonusLimit'>

export function rankingReport(ranking: AssessRanking, plan: Dated, at: string): LaidOutReport {
  const { planName, lastPlanName, resultsAt } = ranking
  return {
    title: `${planName}结果`,
    unit: { name: plan.ownerName },
    plan: { planName, startsOn: plan.startsOn, endsOn: plan.endsOn },
    labels: { plan: '考核计划', days: '申报时间' },
    lastPlan: lastPlanName === null ? null : { planName: lastPlanName },
    comparison: null,
    sections: [
      {
        id: 'result',
        title: '考核结果',
        paragraphs: summary(ranking),
        charts: [],
        tables: [rankingTable(ranking), headTable(ranking)],
      },
    ],
    notes: [
      `总分 = 各指标得分合计，按计入的分值折算为100分，再加上加分（最多${plan.bonusLimit}分）。`,
      `不能统计或有效人数不足${RANKED_LEAST}人的系统指标不计入，其余指标折算。总分相同的名次并列。`,
      ...(ranking.otherIndicators ? ['本年指标与上年不同，总分的变化不代表工作的进退。'] : []),
      ...(resultsAt === null ? ['结果尚未公布，名次随评审变化。'] : []),
    ],
    at,
    frozen: null,
  }
}

function summary({ object, rows, grades, mean, waiting }: AssessRanking): string[] {
  const ranked = rows.filter(({ place }) => place !== null)
  const best = ranked.filter(({ place }) => place === 1).map(({ orgName }) => orgName)
  const missed = rows.filter((row) => row.missed).map(({ orgName }) => orgName)
  const inGrades = grades.filter(({ units }) => units > 0).map(({ name, units }) => `${name}${units}个`)
  return [
    `共${rows.length}个${AssessObject.label(object)}参加考核，${ranked.length}个评定总分${
      mean === null ? '' : `，平均${mean.toFixed(2)}分`
    }${inGrades.length > 0 ? `，其中${inGrades.join('、')}` : ''}。`,
    ...(best.length > 0 ? [`第1名：${best.join('、')}。`] : []),
    ...(missed.length > 0 ? [`未申报：${missed.join('、')}。`] : []),
    ...(waiting > 0 ? [`还有${waiting}个单位评审未完成。`] : []),
  ]
}

const column = (key: string, title: string, format: ReportColumn['format'], group: string | null = null) => ({
  key,
  title,
  group,
  format,
})
const rowOf = (
  { orgName, missed }: AssessRankingRow,
  values: ReportValue[],
): ReportTable['rows'][number] => ({
  name: orgName,
  unit: null,
  isTotal: false,
  indent: 0,
  values,
  note: missed ? '未申报' : null,
})

function rankingTable({ rows }: AssessRanking): ReportTable {
  return {
    id: 'ranking',
    title: '名次与等次',
    rowTitle: '单位',
    columns: [
      column('area', '所在地', 'text'),
      column('place', '名次', 'count'),
      column('total', '总分', 'score'),
      column('bonus', '其中加分', 'score'),
      column('grade', '等次', 'text'),
      column('lastPlace', '上年名次', 'count'),
      column('lastTotal', '上年总分', 'score'),
      column('change', '总分变化', 'dioptre'),
    ],
    rows: rows.map((row) => {
      const { areaName, place, total, bonus, grade, lastPlace, lastTotal } = row
      const change = total === null || lastTotal === null ? null : Math.round((total - lastTotal) * 100) / 100
      return rowOf(row, [areaName, place, total, bonus, grade, lastPlace, lastTotal, change])
    }),
    notes: [],
  }
}

function headTable({ heads, rows }: AssessRanking): ReportTable {
  return {
    id: 'heads',
    title: '各一级指标得分',
    rowTitle: '单位',
    columns: heads.map(({ name, points, bonus }, at) =>
      column(`head${at}`, bonus ? name : `${name}（${points}分）`, 'vision'),
    ),
    rows: rows.map((row) => rowOf(row, row.heads)),
    notes: [],
  }
}
