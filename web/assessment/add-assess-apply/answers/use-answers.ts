import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { call } from '#web/core/api/call.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { currentSession } from '#web/core/session/session-store.ts'
import { makeUnsentRegistry } from '#web/core/unsent-registry.ts'
import { AnswerSheet, type Received, type Snapshot } from './answer-sheet.ts'
import { type Stored, storedOf } from './answer-state.ts'
import { unsentKey } from './unsent-answers.ts'

const sheets = makeUnsentRegistry<AnswerSheet>()

/** What the unit fills in itself; the rest is computed. */
function receivedOf({ may, indicators, leaves }: Application): Received {
  const points = new Map(
    leavesOf(indicators).flatMap(({ key, computed, points: most }) => (computed ? [] : [[key, most]])),
  )
  const answers = leaves.flatMap((leaf): [string, Stored & { points: number }][] => {
    const most = points.get(leaf.leafKey)
    return most === undefined ? [] : [[leaf.leafKey, { ...storedOf(leaf), points: most }]]
  })
  return { editable: may.edit, answers: new Map(answers) }
}

/** What is typed into an application, updated from every answer of the server. */
export function useAnswers(application: Application): { sheet: AnswerSheet; answers: Snapshot } {
  const client = useQueryClient()
  const { applicationId } = application
  const [key] = useState(() => unsentKey(currentSession().user?.userId ?? 0, applicationId))
  const [sheet] = useState(() => {
    const { path } = assessmentEndpoints.assessApplication
    const queryKey = [path, { applicationId }]
    const make = () =>
      new AnswerSheet(
        {
          storageKey: key,
          userName: currentSession().user?.realName ?? '',
          save: (answer, again) =>
            call(assessmentEndpoints.saveAssessAnswer, { applicationId, ...answer }, { background: again }),
          reload: () => client.invalidateQueries({ queryKey: [path] }),
          onSaved: (leafKey, stored) =>
            client.setQueryData<Application>(
              queryKey,
              (shown) => shown && withStored(shown, leafKey, stored),
            ),
        },
        receivedOf(application),
      )
    return sheets.open(key, make)
  })
  useEffect(() => sheet.receive(receivedOf(application)), [sheet, application])
  useEffect(() => sheets.show(key, sheet), [key, sheet])
  const answers = useSyncExternalStore(sheet.subscribe, sheet.snapshot)
  const notified = useRef(false)
  useEffect(() => {
    if (notified.current || sheet.snapshot().restored === 0) return
    notified.current = true
    notifyWarning(`上次有 ${sheet.snapshot().restored} 项没有保存，已恢复，正在保存`)
  }, [sheet])
  return { sheet, answers }
}

/** So that coming back begins with what was saved last. */
const withStored = (application: Application, leafKey: string, stored: Stored): Application => ({
  ...application,
  leaves: application.leaves.map((leaf) => (leaf.leafKey === leafKey ? { ...leaf, ...stored } : leaf)),
})
