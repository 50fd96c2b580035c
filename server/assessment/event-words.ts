// What happened to a plan or an application, in one sentence each.
import type { AssessEvent } from '#contract/assessment/plan-schemas.ts'
import { ReviewRound } from '#contract/assessment/statuses.ts'
import type { EventRow } from './event-queries.ts'

type Detail = {
  units?: number
  reason?: string
  changes?: string[]
  until?: string
  round?: number
  accepted?: boolean
  corrected?: number
  total?: number
}

const ending = (reason: string | undefined): string => (reason ? `：${reason}` : '')

const WORDS: Record<string, (detail: Detail) => string> = {
  created: () => '新建计划',
  changed: ({ changes = [], reason }) => `修改已发布的计划（${changes.join('；')}）${ending(reason)}`,
  published: ({ units }) => `发布计划，${units}个单位参加`,
  reminded: ({ units }) => `提醒${units}个尚未提交的单位`,
  closed: ({ reason }) => (reason ? `提前截止申报：${reason}` : '申报截止'),
  measured: () => '读取系统指标，此后不再变化',
  results: ({ units }) => `向${units}个单位公布结果`,
  corrected: () => '异议采纳后更正名次',
  submitted: ({ round = 1 }) => (round > 1 ? `第${round}次提交申报` : '提交申报'),
  returned: ({ reason, until }) => `退回申报，请在${until}前重新提交${ending(reason)}`,
  passed: ({ round, reason }) => `${ReviewRound.label(round)}通过${ending(reason)}`,
  late: ({ until }) => `准予在${until}前补报`,
  appealed: () => '对结果提出异议',
  answered: ({ accepted, corrected = 0 }) =>
    accepted ? `异议采纳${corrected > 0 ? `，更正${corrected}项得分` : ''}` : '异议未采纳',
}

export function assessEvent({ at, kind, userName, orgName, detail }: EventRow): AssessEvent {
  return { at: at.toISOString(), userName, orgName, text: WORDS[kind]?.(detail as Detail) ?? '' }
}
