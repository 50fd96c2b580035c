// Signing in and out, own password and phone, codes (spec §7 "Auth").
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { makeCaptcha } from './codes/captcha.ts'
import { verifySms } from './codes/sms-code.ts'
import { sendSms } from './codes/sms-send.ts'
import { existsByAccount, existsByPhoneOrIdCard } from './exists.ts'
import { login, loginBySms, logout } from './login.ts'
import { listLoginModels } from './login-models.ts'
import { changePassword, changePhone, findRemainingDays, resetPassword } from './passwords/password.ts'
import { register } from './register.ts'
import { confirmTotp, disableTotp, renewRecoveryCodes, startTotp } from './second-step/enrolment.ts'
import { resetSecondStep } from './second-step/reset.ts'
import { findDataRange, findUserInfo, listOwnPermissions } from './user-info.ts'

export const sessionRoutes = implement(sessionEndpoints, {
  login: { selfAudited: login },
  loginBySms: { selfAudited: loginBySms },
  logout,
  loginModels: listLoginModels,
  captcha: makeCaptcha,
  register: { selfAudited: register },
  existsByAccount,
  existsByPhoneOrIdCard,
  userInfo: findUserInfo,
  menuList: listOwnPermissions,
  userDataRange: findDataRange,
  passwordRemainingDays: findRemainingDays,
  changePassword: { selfAudited: changePassword },
  resetPassword: { selfAudited: resetPassword },
  changePhone: { selfAudited: changePhone },
  sendSms: { selfAudited: sendSms },
  verifySms: { selfAudited: verifySms },
  startTotp: { selfAudited: startTotp },
  confirmTotp,
  disableTotp: { selfAudited: disableTotp },
  renewRecoveryCodes: { selfAudited: renewRecoveryCodes },
  resetSecondStep,
})
