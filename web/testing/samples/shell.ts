import { DataRangeType } from '#contract/core/codes.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { type HomeSummary, homeEndpoints } from '#contract/home/endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { Answer, FakeApi } from '../fake-api.ts'
import { DISTRICT } from './areas.ts'

/** The start page of somebody for whom nothing waits. */
export const NOTHING_WAITS: HomeSummary = {
  lastSignIn: null,
  failedSignInsSince: 0,
  passwordRemainingDays: 60,
  orgExpiresOn: null,
  orgRemainingDays: null,
  pendingOrgs: null,
  pendingTransfers: null,
  unreadMessages: 0,
  orgTerms: null,
  warnings: null,
  accounts: null,
  assessments: null,
  roster: null,
  orgs: null,
}

/** Answers what menu, top bar and start page ask for on a quiet day, except where the test has answered already. */
export function answerShell(api: FakeApi): FakeApi {
  const answerUnlessSet = <E extends Endpoint>(endpoint: E, answer: Answer<E>) => {
    if (!api.isAnswered(endpoint)) api.answer(endpoint, answer)
  }
  answerUnlessSet(sessionEndpoints.passwordRemainingDays, 60)
  answerUnlessSet(sessionEndpoints.logout, null)
  answerUnlessSet(sessionEndpoints.userDataRange, {
    dataRangeType: DataRangeType.code.region,
    dataRangeTypeName: DataRangeType.label(DataRangeType.code.region),
    ...DISTRICT,
    areaIds: Object.values(DISTRICT).join('-'),
    areaName: '西湖区',
  })
  answerUnlessSet(messageEndpoints.unreadCount, 0)
  answerUnlessSet(importEndpoints.importProgress, [])
  answerUnlessSet(exportEndpoints.exportProgress, [])
  answerUnlessSet(homeEndpoints.homeSummary, NOTHING_WAITS)
  return api
}
