import type { Ctx } from '../core/context.ts'

const ACCOUNT = { id: 1, name: '账号登录', code: 'account' } as const
const SMS = { id: 2, name: '短信登录', code: 'sms' } as const

/** Only what works: without a provider no code can be sent, except in the demo, which shows it in its log. */
export const listLoginModels = async ({ config }: Ctx) =>
  config.SMS_PROVIDER !== '' || config.mode === 'demo' ? [ACCOUNT, SMS] : [ACCOUNT]
