import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { actOnWarnings, closeWarnings, notifyWarnings, remindWarnings, reopenWarnings } from './act.ts'
import { findReview, findSetting, previewSetting, saveSetting } from './setting.ts'
import { findWarning, listWarnings, summariseWarnings } from './warning.ts'

export const warningRoutes = implement(warningEndpoints, {
  warningPage: listWarnings,
  warningSummary: summariseWarnings,
  warningDetail: findWarning,
  notifyWarnings,
  remindWarnings,
  actOnWarnings,
  closeWarnings,
  reopenWarnings,
  warningSetting: findSetting,
  warningReview: findReview,
  saveWarningSetting: saveSetting,
  previewWarningSetting: previewSetting,
})
