// What the server has not confirmed survives a reload of the page and a session that ends.
import type { AnswerState, Content, Draft } from './answer-state.ts'
import { typeInto } from './answer-state.ts'

type UnsentAnswer = Pick<Draft, 'content' | 'version' | 'tried'>
export type UnsentAnswers = Record<string, UnsentAnswer>

export const unsentKey = (userId: number, applicationId: number): string =>
  `console:unsent-assessment:${userId}:${applicationId}`

export const unsentOf = (answers: ReadonlyMap<string, AnswerState>): UnsentAnswers =>
  Object.fromEntries(
    [...answers].flatMap(([key, { draft }]): [string, UnsentAnswer][] => {
      if (!draft) return []
      const { content, version, sent, tried } = draft
      // Whether what is under way arrives will not be known after a reload.
      return [[key, { content, version, tried: sent ? [...tried, sent] : tried }]]
    }),
  )

/** The answers with what was typed on an earlier visit. */
export const restored = (
  answers: ReadonlyMap<string, AnswerState>,
  unsent: UnsentAnswers,
): Map<string, AnswerState> =>
  new Map(
    [...answers].map(([key, state]): [string, AnswerState] => {
      const found = unsent[key]
      if (!found) return [key, state]
      const draft: Draft = { ...found, sent: null, trouble: null }
      return [key, typeInto({ stored: state.stored, draft }, {})]
    }),
  )

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && 'text' in value && 'selfScore' in value

const isUnsent = (value: unknown): value is UnsentAnswer =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  isContent(value.content) &&
  'version' in value &&
  'tried' in value &&
  Array.isArray(value.tried)

export function readUnsent(key: string): UnsentAnswers {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(found).filter((entry): entry is [string, UnsentAnswer] => isUnsent(entry[1])),
    )
  } catch {
    // Storage is forbidden, or written by another version: nothing is restored.
    return {}
  }
}

export function writeUnsent(key: string, unsent: UnsentAnswers): void {
  try {
    if (Object.keys(unsent).length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(unsent))
  } catch {
    // Full or forbidden: it is still in the page, and the page warns before it is left.
  }
}
