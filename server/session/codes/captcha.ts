import { randomUUID } from 'node:crypto'
import { BizError } from '#contract/core/error-codes.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import type { Ctx } from '../../core/context.ts'
import { sameBytes } from '../../core/secrets.ts'
import { drawCaptcha, newCaptchaText } from './captcha-image.ts'
import { deleteCaptcha, insertCaptcha } from './code-queries.ts'

export async function makeCaptcha(ctx: Ctx) {
  const captchaId = randomUUID()
  const text = newCaptchaText()
  await insertCaptcha(ctx.db, captchaId, ctx.secrets.codeHash(captchaId, text))
  return { captchaId, image: `data:image/png;base64,${drawCaptcha(text).toString('base64')}` }
}

export type CaptchaProof = { captchaId?: string | undefined; captchaCode?: string | undefined }

/** 610 wrong, 611 expired or already used. */
export async function checkCaptcha(ctx: Ctx, { captchaId, captchaCode }: CaptchaProof): Promise<void> {
  const [message, code] = MESSAGES.captchaRequired
  if (!captchaId || !captchaCode) throw new BizError(code, message, [{ path: ['captchaCode'], message }])
  const known = isUuid(captchaId) ? await deleteCaptcha(ctx.db, captchaId) : undefined
  if (!known || known.over) throw fault(611)
  const given = ctx.secrets.codeHash(captchaId, captchaCode.toUpperCase())
  if (!sameBytes(known.answerHash, given)) throw fault(610)
}

function fault(code: 610 | 611): BizError {
  const error = new BizError(code)
  error.issues.push({ path: ['captchaCode'], message: error.message })
  return error
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
