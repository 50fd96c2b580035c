import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
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
  if (error instanceof z.ZodError) return inputError(error)
  if (isConnectionFault(error)) return new BizError(503)
  const status = (error as FastifyError).statusCode
  if (status && status < 500) return new BizError(status in ERRORS ? (status as ErrorCode) : 400)
  return new BizError(500)
}

/**
 * A form's fault carries the contract's message and its business code; anything else was not made by one of
 * our forms and is a plain bad request.
 */
export function inputError(error: z.ZodError): BizError {
  const issues = error.issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message,
  }))
  const known = issues.find(({ message }) => codeOfMessage(message))
  const code = known && codeOfMessage(known.message)
  if (code) {
    return new BizError(
      code,
      known.message,
      issues.filter(({ message }) => codeOfMessage(message)),
    )
  }
  return new BizError(
    400,
    undefined,
    issues.map(({ path }) => ({ path, message: '参数不正确' })),
  )
}

export function logFault(request: FastifyRequest, error: unknown, answered: BizError) {
  if (error instanceof BizError || error instanceof z.ZodError) return
  const details = { err: error, code: answered.code }
  if (answered.code === 503) request.log.warn(details, 'database unavailable')
  else if (answered.code === 500) request.log.error(details, 'unexpected fault')
}
