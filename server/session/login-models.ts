import type { Ctx } from '../core/context.ts'
import { sendsSms } from '../core/sends-sms.ts'

const ACCOUNT = { id: 1, name: '账号登录', code: 'account' } as const
const SMS = { id: 2, name: '短信登录', code: 'sms' } as const

/** Only what works. */
export const listLoginModels = async ({ config }: Ctx) => (sendsSms(config) ? [ACCOUNT, SMS] : [ACCOUNT])
