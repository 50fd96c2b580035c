// One indicator as the unit fills it in: what the server has, and what is typed and not yet there.
import type { ApplicationLeaf } from '#contract/assessment/application-schemas.ts'
import { Score, TEXT_MOST, tenths } from '#contract/assessment/indicators.ts'

export type Content = { selfScore: number | null; text: string }
export type Stored = Content & Pick<ApplicationLeaf, 'version' | 'savedBy' | 'savedAt'>
export type Trouble =
  /** It is tried again by itself. */
  | { kind: 'retrying'; message: string }
  /** It stays as it is until it is changed. */
  | { kind: 'refused'; message: string }
  /** Somebody else was faster: what they wrote is being read. */
  | { kind: 'overtaken' }
export type Draft = {
  content: Content
  /** What was typed over. */
  version: number
  /** Under way to the server. */
  sent: Content | null
  /** Sent without an answer: it may have arrived. */
  tried: readonly Content[]
  trouble: Trouble | null
}
export type AnswerState = { stored: Stored; draft: Draft | null }

export function contentOf({ stored, draft }: AnswerState): Content {
  const { selfScore, text } = draft?.content ?? stored
  return { selfScore, text }
}
export const isSame = (one: Content, other: Content): boolean =>
  one.selfScore === other.selfScore && one.text === other.text

export const storedOf = ({ version, selfScore, text, savedBy, savedAt }: ApplicationLeaf): Stored => ({
  version,
  selfScore,
  text,
  savedBy,
  savedAt,
})

/** What the server would refuse, said before it is sent. */
export const answerFault = (content: Content, points: number): string | null =>
  scoreFault(content.selfScore, points) ?? textFault(content.text)

export function scoreFault(selfScore: number | null, points: number): string | null {
  if (selfScore === null) return null
  if (tenths(selfScore) > tenths(points)) return `最多${points}分`
  return Score.safeParse(selfScore).error?.issues[0]?.message ?? null
}

export const textFault = (text: string): string | null =>
  text.length > TEXT_MOST ? `说明最多${TEXT_MOST}个字，已超出${text.length - TEXT_MOST}个字` : null

/** Somebody else saved what is being typed here: one of the two has to be chosen. */
export const isConflict = ({ stored, draft }: AnswerState): boolean =>
  draft !== null && draft.sent === null && draft.version !== stored.version

export const isSendable = (state: AnswerState, points: number): boolean =>
  state.draft !== null &&
  state.draft.sent === null &&
  !isConflict(state) &&
  (state.draft.trouble === null || state.draft.trouble.kind === 'retrying') &&
  answerFault(state.draft.content, points) === null

export function typeInto({ stored, draft }: AnswerState, patch: Partial<Content>): AnswerState {
  const content = { ...contentOf({ stored, draft }), ...patch }
  const trouble = draft?.trouble?.kind === 'refused' ? null : (draft?.trouble ?? null)
  return settle({
    stored,
    draft: { version: stored.version, sent: null, tried: [], ...draft, content, trouble },
  })
}

/** What the server has now. */
export function receive(state: AnswerState, now: Stored): AnswerState {
  // A read that began before the last save.
  return now.version < state.stored.version ? state : settle({ ...state, stored: now })
}

export const send = ({ stored, draft }: AnswerState): AnswerState => ({
  stored,
  draft: draft && { ...draft, sent: draft.content },
})

export function saved(
  { stored, draft }: AnswerState,
  answer: Pick<Stored, 'version' | 'savedBy'> & { savedAt: string },
): AnswerState {
  if (!draft?.sent) return { stored, draft }
  const own = { ...draft.sent, ...answer }
  const latest = stored.version > own.version ? stored : own
  if (isSame(draft.content, draft.sent)) return { stored: latest, draft: null }
  return settle({
    stored: latest,
    draft: { ...draft, version: own.version, sent: null, tried: [], trouble: null },
  })
}

export function failed({ stored, draft }: AnswerState, trouble: Trouble): AnswerState {
  if (!draft) return { stored, draft }
  const tried = trouble.kind === 'retrying' && draft.sent ? [...draft.tried, draft.sent] : draft.tried
  return settle({ stored, draft: { ...draft, sent: null, tried, trouble } })
}

/** The own text over that of somebody else. */
export const keepOwn = ({ stored, draft }: AnswerState): AnswerState => ({
  stored,
  draft: draft && { ...draft, version: stored.version, tried: [], trouble: null },
})

export const takeStored = ({ stored }: AnswerState): AnswerState => ({ stored, draft: null })

/** Nothing is left to save where the server has the same; what arrived without an answer is no conflict. */
function settle({ stored, draft }: AnswerState): AnswerState {
  if (draft === null || draft.sent !== null) return { stored, draft }
  if (isSame(draft.content, stored)) return { stored, draft: null }
  if (draft.version === stored.version) return { stored, draft }
  const trouble = draft.trouble?.kind === 'overtaken' ? null : draft.trouble
  const arrived = draft.tried.some((content) => isSame(content, stored))
  if (!arrived) return { stored, draft: { ...draft, trouble } }
  return { stored, draft: { ...draft, version: stored.version, tried: [], trouble } }
}

/** What was refused may pass now. */
export const tryAgain = ({ stored, draft }: AnswerState): AnswerState => ({
  stored,
  draft: draft?.trouble?.kind === 'refused' ? { ...draft, trouble: null } : draft,
})
