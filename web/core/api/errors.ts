import { type FieldIssue, httpStatusOf, messageOf } from '#contract/core/error-codes.ts'

export const NO_RESPONSE = '您的网络不稳定，请检查后重试！'
export const SERVER_FAULT = '系统开小差了，请联系管理人员！'

/** Transport codes whose own message says more than the general one. */
const TELLING_STATUS = new Set([400, 403, 404, 413, 429, 503])
/** Answers whose own text says what to do, so it wins over the standing one. */
const TELLING_CODE = new Set([429, 650, 700])

type Details = { code: number; issues?: FieldIssue[]; silent?: boolean; requestId?: string }

/** Why a call failed. `code` is 0 where no answer came; `silent` where a repeat replaced the call. */
export class ApiError extends Error {
  readonly code: number
  readonly issues: FieldIssue[]
  readonly silent: boolean
  readonly requestId?: string
  constructor(message: string, { code, issues = [], silent = false, requestId }: Details) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.issues = issues
    this.silent = silent
    this.requestId = requestId
  }
}

/** No answer, too busy, or a fault of the server: the same request may well pass later. */
export const isPassing = ({ code }: ApiError): boolean =>
  code === 0 || code === 408 || code === 429 || (code >= 500 && code < 600)

type Failure = { code: number; message?: string; issues?: FieldIssue[] }

/** What to show for an answer with success false (spec §8 "Handling"). */
export function messageOfFailure({ code, message, issues = [] }: Failure): string {
  if (message && (issues.length > 0 || TELLING_CODE.has(code))) return message
  return messageOf(code, message)
}

/** What to show for an answer with an HTTP error status; `failure` is its envelope, where it has one. */
export function messageOfStatus(status: number, failure: Failure | null): string {
  if (failure && failure.code === status && TELLING_STATUS.has(status)) return messageOfFailure(failure)
  // A business code under an error status still is a business answer.
  if (failure && failure.code >= 600 && httpStatusOf(failure.code) === 200) return messageOfFailure(failure)
  return SERVER_FAULT
}
