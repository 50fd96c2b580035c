import { useEffect, useRef, useState } from 'react'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { SCORES_AT_ONCE } from '#contract/assessment/review-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { cellKey, isSameScore, type ScoreCell, type ScoreEdit, scoreFault } from './score-rules.ts'
import { forgetScores, type ScoreEdits, storedScores, storeScores } from './typed-scores.ts'

const PAUSE_MS = 800

export type ScoreState =
  | { kind: 'stored' }
  /** Typed, and on its way or about to be. */
  | { kind: 'unsent' }
  | { kind: 'faulty'; message: string }
  /** Somebody else has scored it meanwhile. */
  | { kind: 'overtaken' }
  | { kind: 'failed'; message: string }

export type SavedScore = {
  applicationId: number
  leafKey: string
  version: number
  score: number | null
  reason: string
}
type Options = {
  /** Names where these scores are typed, so that they outlive the page. */
  place: string
  cells: readonly ScoreCell[]
  /** The answer goes into what the page shows, before it is read again. */
  onSaved: (saved: readonly SavedScore[]) => void
}

/** Scores save themselves: what was typed is sent in batches once the typing pauses, never over what others saved. */
export function useScores({ place, cells, onSaved }: Options) {
  const [edits, setEdits] = useState<ScoreEdits>(() => storedScores(place))
  const [failure, setFailure] = useState<string>()
  const [underWay, setUnderWay] = useState<readonly string[]>([])
  const { send } = useSend(assessmentEndpoints.saveAssessScores, {
    success: false,
    refreshes: [
      assessmentEndpoints.assessLeafBoard,
      assessmentEndpoints.assessApplication,
      assessmentEndpoints.assessUnits,
      assessmentEndpoints.assessPlan,
      assessmentEndpoints.assessRanking,
      // It says whether enough is scored to pass.
      approvalEndpoints.approvalDetail,
    ],
  })
  const keep = (change: (edits: ScoreEdits) => ScoreEdits) =>
    setEdits((now) => {
      const next = change(now)
      storeScores(place, next)
      return next
    })

  const editOf = (cell: ScoreCell): ScoreEdit => edits.get(cellKey(cell)) ?? { ...cell }
  const stateOf = (cell: ScoreCell): ScoreState => {
    const key = cellKey(cell)
    const edit = edits.get(key)
    if (!edit || (isSameScore(edit, cell) && !underWay.includes(key))) return { kind: 'stored' }
    if (edit.version !== cell.version && !underWay.includes(key)) return { kind: 'overtaken' }
    const fault = scoreFault(cell, edit)
    if (fault) return { kind: 'faulty', message: fault }
    return failure === undefined ? { kind: 'unsent' } : { kind: 'failed', message: failure }
  }
  const sendable = cells.filter(
    (cell) => stateOf(cell).kind === 'unsent' && !underWay.includes(cellKey(cell)),
  )
  const states = cells.map(stateOf)
  const unsaved = states.filter(({ kind }) => kind !== 'stored').length

  const flush = async () => {
    if (underWay.length > 0) return
    const batch = sendable.slice(0, SCORES_AT_ONCE).map((cell) => {
      const { score, reason, version } = editOf(cell)
      return {
        applicationId: cell.applicationId,
        leafKey: cell.leafKey,
        version,
        score,
        reason: reason.trim(),
      }
    })
    if (batch.length === 0) return
    setUnderWay(batch.map(cellKey))
    const sent = await send({ items: batch })
    setUnderWay([])
    if (!sent.ok) {
      // Others may have been faster: what they saved is being read, and what is left of ours goes again after that.
      setFailure(sent.error.message)
      return
    }
    const versions = new Map(sent.data.items.map((item) => [cellKey(item), item.version]))
    const saved = batch.flatMap((item) => {
      const version = versions.get(cellKey(item))
      return version === undefined ? [] : [{ ...item, version }]
    })
    onSaved(saved)
    keep((now) => {
      const next = new Map(now)
      for (const item of saved) {
        const edit = next.get(cellKey(item))
        if (!edit) continue
        // Typed on while it was sent: that goes over the version just saved.
        if (isSameScore(edit, item)) next.delete(cellKey(item))
        else next.set(cellKey(item), { ...edit, version: item.version })
      }
      return next
    })
  }
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  const waiting = sendable.map((cell) => `${cellKey(cell)} ${JSON.stringify(editOf(cell))}`).join('\n')
  const isBusy = underWay.length > 0
  useEffect(() => {
    if (waiting === '' || isBusy) return
    const timer = setTimeout(() => void latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [waiting, isBusy])

  // What others saved has been read meanwhile: whatever of ours does not touch it can go again.
  const versions = cells.map((cell) => `${cellKey(cell)} ${cell.version}`).join('\n')
  const seen = useRef(versions)
  useEffect(() => {
    if (seen.current === versions) return
    seen.current = versions
    setFailure(undefined)
  }, [versions])

  return {
    editOf,
    stateOf,
    unsaved,
    faulty: states.filter(({ kind }) => kind === 'faulty').length,
    overtaken: states.filter(({ kind }) => kind === 'overtaken').length,
    isBusy,
    failure: unsaved > 0 ? failure : undefined,
    type: (changes: readonly (Pick<ScoreEdit, 'score' | 'reason'> & { cell: ScoreCell })[]) => {
      setFailure(undefined)
      keep((now) => {
        const next = new Map(now)
        for (const { cell, score, reason } of changes) {
          const key = cellKey(cell)
          next.set(key, { score, reason, version: now.get(key)?.version ?? cell.version })
        }
        return next
      })
    },
    /** The stored score holds, what was typed is given up. */
    take: (cell: ScoreCell) =>
      keep((now) => {
        const next = new Map(now)
        next.delete(cellKey(cell))
        return next
      }),
    /** What was typed goes over what somebody else has saved. */
    insist: (cell: ScoreCell) =>
      keep((now) => new Map(now).set(cellKey(cell), { ...editOf(cell), version: cell.version })),
    /** Another try. */
    retry: () => setFailure(undefined),
    /** What cannot be sent is given up. */
    forget: () => {
      forgetScores(place)
      setEdits(new Map())
    },
    /** A field was left: no need to wait for the pause. */
    finish: () => void latest.current(),
  }
}
export type Scores = ReturnType<typeof useScores>
