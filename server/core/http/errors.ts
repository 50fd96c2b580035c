import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Envelope } from '#contract/core/envelope.ts'
import {
  BizError,
  ERRORS,
  type ErrorCode,
  type FieldIssue,
  httpStatusOf,
} from '#contract/core/error-codes.ts'
import { codeOfMessage } from '#contract/core/fields.ts'
import { isConnectionFault } from '../db/connect.ts'

export function failure(code: ErrorCode, message: string, issues: FieldIssue[] = []): Envelope<never> {
  return { success: false, code, message, data: issues.length ? { issues } : null }
}

export function sendError(reply: FastifyReply, error: BizError) {
  return reply.code(httpStatusOf(error.code)).send(failure(error.code, error.message, error.issues))
}

/** Anything thrown becomes an answer a user may see; what it really was stays in the log. */
export function asBizError(error: unknown): BizError {
  if (error instanceof BizError) return error
  if (isConnectionFault(error)) return new BizError(503)
  if (isUnstorable(error)) return new BizError(400)
  if (isDeadlock(error)) return new BizError(700)
  const status = (error as FastifyError).statusCode
  if (status && status < 500) return new BizError(status in ERRORS ? (status as ErrorCode) : 400)
  return new BizError(500)
}

const UNSTORABLE = new Set(['22003', '22021', '22P02', '22P05'])
/** A value no column can hold, such as a NUL in a text or a number beyond its type: no form of ours sends one. */
function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.has(String((error as { code?: unknown }).code))
}

/** Two changes waited for each other and the database ended one: nothing of it happened, it may be tried again. */
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown }).code === '40P01'

/** What was sent is not what the contract asks for: nothing was tried yet. */
export class InputError extends BizError {}

/**
 * A form's fault carries the contract's message and its business code; anything else was not made by one of
 * our forms and is a plain bad request.
 */
export function inputError(error: z.ZodError): InputError {
  const issues = error.issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message,
  }))
  const known = issues.filter(({ message }) => codeOfMessage(message))
  const [first] = known
  const code = first && codeOfMessage(first.message)
  if (code) return new InputError(code, first.message, onePerField(known))
  return new InputError(
    400,
    issues.find(({ message }) => isOurs(message))?.message,
    onePerField(
      issues.map(({ path, message }) => ({ path, message: isOurs(message) ? message : '参数不正确' })),
    ),
  )
}

/** What zod says by itself is English and means nothing to the user. */
const isOurs = (message: string): boolean => /\p{Script=Han}/u.test(message)

/** An empty field breaks the rules on its form as well: the first fault says enough. */
function onePerField(issues: FieldIssue[]): FieldIssue[] {
  const fields = new Map<string, FieldIssue>()
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (!fields.has(field)) fields.set(field, issue)
  }
  return [...fields.values()]
}

export function logFault(request: FastifyRequest, error: unknown, answered: BizError) {
  if (error instanceof BizError) return
  const details = { err: error, code: answered.code }
  if (answered.code === 503) request.log.warn(details, 'database unavailable')
  else if (answered.code === 500) request.log.error(details, 'unexpected fault')
  // Without the error itself: it quotes the value.
  else if (isUnstorable(error))
    request.log.warn({ sqlState: (error as { code: string }).code }, 'unstorable value')
}
