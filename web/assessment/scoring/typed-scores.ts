// Scores that are typed and not saved yet: they outlive their page, so that going back and forth loses nothing.
import { onSignedOut } from '#web/core/session/session-store.ts'
import type { ScoreEdit } from './score-rules.ts'

export type ScoreEdits = ReadonlyMap<string, ScoreEdit>
const NONE: ScoreEdits = new Map()

const places = new Map<string, ScoreEdits>()
onSignedOut(() => places.clear())

export const storedScores = (place: string): ScoreEdits => places.get(place) ?? NONE

export function storeScores(place: string, edits: ScoreEdits): void {
  if (edits.size === 0) places.delete(place)
  else places.set(place, edits)
}

export const forgetScores = (place: string): void => storeScores(place, NONE)
