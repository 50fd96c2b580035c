// What happened to a warning, in words.
import { warningWord } from '#contract/eyesight/warning-words.ts'
import { isIndicator } from '#contract/warning/reason-words.ts'
import { INDICATORS, Notified } from '#contract/warning/rules.ts'
import {
  CloseReason,
  Intervention,
  WarningEnd,
  type WarningEvent,
} from '#contract/warning/warning-schemas.ts'
import type { EventRow } from './warning-queries.ts'

type Detail = EventRow['detail']
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const levelOf = (value: unknown): string => warningWord(typeof value === 'number' ? value : null)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const labelOf = (name: unknown): string =>
  typeof name === 'string' && isIndicator(name) ? INDICATORS[name].label : ''

type Words = { title: (detail: Detail) => string; note: (detail: Detail) => string }
const noted = (title: string): Words => ({ title: () => title, note: ({ note }) => textOf(note) })

/** By kind; what people did carries their note. */
const WORDS: Record<string, Words> = {
  raised: {
    title: ({ level }) => `生成${levelOf(level)}预警`,
    note: ({ indicators }) => listOf(indicators).map(labelOf).join('、'),
  },
  level: {
    title: ({ from, level }) => `级别由${levelOf(from)}变为${levelOf(level)}`,
    note: () => '结果或规则有变化',
  },
  ended: { title: ({ ended }) => `预警解除：${WarningEnd.label(ended)}`, note: () => '' },
  returned: { title: ({ level }) => `预警再次成立，${levelOf(level)}`, note: () => '' },
  reopened: { title: () => '级别升高，自动重新打开', note: () => '' },
  notify: {
    title: ({ letterNo }) =>
      typeof letterNo === 'string' ? `结果告知书已打印发放，编号 ${letterNo}` : '已通知家长',
    note: ({ note }) => textOf(note),
  },
  remind: {
    title: ({ role, people }) =>
      Notified.has(role)
        ? `提醒${Notified.label(role)}联系家长（${String(people)} 人）`
        : '提醒班主任联系家长',
    note: ({ note }) => textOf(note),
  },
  autoRemind: { title: ({ nth }) => `到期未就诊，第${String(nth)}次自动提醒`, note: () => '' },
  act: {
    title: ({ interventions }) =>
      `已干预：${listOf(interventions)
        .map((code) => Intervention.label(code))
        .join('、')}`,
    note: ({ note }) => textOf(note),
  },
  close: {
    title: ({ reason }) => `关闭：${CloseReason.label(reason)}`,
    note: ({ note }) => textOf(note),
  },
  reopen: noted('重新打开'),
}

export function presentEvent({ at, kind, userName, orgName, detail }: EventRow): WarningEvent {
  const words = WORDS[kind]
  return {
    at: at.toISOString(),
    kind,
    title: words?.title(detail) ?? kind,
    note: words?.note(detail) ?? '',
    by: userName === null ? null : [userName, orgName].filter(Boolean).join(' · '),
  }
}

const { fine, continued } = WarningEnd.code

/** For who sees nothing of later screenings: that there was one, and not how it turned out. */
export const withoutOutcome = (event: EventRow): EventRow =>
  event.detail.ended === fine ? { ...event, detail: { ...event.detail, ended: continued } } : event

type Act = { kind: string; detail: Detail; on: string }

/** 2026-11-18 已通知家长：电话 */
export function lastActWords({ kind, detail, on }: Act): string {
  const words = WORDS[kind]
  const note = words?.note(detail) ?? ''
  return `${on} ${words?.title(detail) ?? kind}${note === '' ? '' : `：${note}`}`
}

/** Why it was closed, with the note that was written. */
export function closedWords(reason: string, act: Act | null): string {
  const note = act?.kind === 'close' ? textOf(act.detail.note) : ''
  return note === '' ? reason : `${reason}：${note}`
}
