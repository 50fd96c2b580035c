import { userInfo } from 'node:os'
import type { z } from 'zod'

const text = { type: 'string' } as const
/** Every option of every command of `npm run admin`. */
export const OPTIONS = {
  account: text,
  name: text,
  phone: text,
  'org-name': text,
  property: text,
  province: text,
  city: text,
  region: text,
  expires: text,
  org: text,
  until: text,
  reason: text,
  approval: text,
} as const
export type Option = keyof typeof OPTIONS
/** `files`: what is given without an option, to the command that takes files. */
export type Given = Partial<Record<Option, string>> & { files?: string[] }

/** Something given that cannot be used; the message says what. */
export class Mistake extends Error {}
/** The command is not understood: how it is written is shown as well. */
export class UsageError extends Mistake {}

export function requireOptions(given: Given, needed: Option[]) {
  const missing = needed.filter((name) => !given[name]?.trim())
  if (missing.length) throw new UsageError(`缺少 ${missing.map((name) => `--${name}`).join('、')}`)
}

const OPTION_OF: Record<string, Option> = {
  orgName: 'org-name',
  provinceId: 'province',
  cityId: 'city',
  regionId: 'region',
}

/** The contract's own message, with the option it is about. */
export function mistake(given: Given, error: z.ZodError): Mistake {
  const [issue] = error.issues
  const field = String(issue?.path[0])
  const option = OPTION_OF[field] ?? (field as Option)
  return new Mistake(`--${option} ${given[option]}：${issue?.message}`)
}

/** Who runs the command, for the trail. */
export const systemUser = () => {
  try {
    return userInfo().username
  } catch {
    // A user id without a name, as containers have.
    return String(process.getuid?.() ?? '')
  }
}
