import { DataRangeType } from '#contract/core/codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { type HomeSummary, homeEndpoints } from '#contract/home/endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { type FakeApi, fakeApi } from './fake-api.ts'

const NOTHING_TO_DO: HomeSummary = {
  lastSignIn: null,
  failedSignInsSince: 0,
  passwordRemainingDays: 60,
  orgExpiresOn: null,
  orgRemainingDays: null,
  pendingOrgs: null,
  pendingTransfers: null,
  unreadMessages: 0,
  accounts: null,
  roster: null,
  orgs: null,
}

/** A server of the contract that answers what menu, top bar and start page ask of it. */
export const consoleApi = (): FakeApi =>
  fakeApi()
    .answer(sessionEndpoints.passwordRemainingDays, NOTHING_TO_DO.passwordRemainingDays)
    .answer(sessionEndpoints.userDataRange, {
      dataRangeType: DataRangeType.code.own,
      dataRangeTypeName: DataRangeType.label(DataRangeType.code.own),
      provinceId: null,
      cityId: null,
      regionId: null,
      areaIds: '',
      areaName: '',
    })
    .answer(messageEndpoints.unreadCount, 0)
    .answer(importEndpoints.importProgress, [])
    .answer(exportEndpoints.exportProgress, [])
    .answer(homeEndpoints.homeSummary, NOTHING_TO_DO)
