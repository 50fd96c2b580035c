import { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'
import type { PermissionName } from './permissions.ts'

/** Who may call: anybody, anybody signed in, or holders of any one of these permissions. */
export type Access = 'public' | 'signedIn' | readonly [PermissionName, ...PermissionName[]]

/** States in which an account is normally refused; an endpoint may serve it all the same. */
export type AccountState = 'unbound' | 'orgClosed' | 'passwordExpired' | 'mustEnrol'

export type Endpoint<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST'
  /** As the spec spells it, misspellings included. */
  path: string
  summary: string
  access: Access
  /** Whether the answer or the effect depends on the caller's data range. No default: say it. */
  scoped: boolean
  /** What the trail calls it; every call that changes something has a name. */
  audit: AuditAction | null
  /**
   * Costly or guessable without a session: limited per address before any work is done. What says whether somebody
   * exists (`existence`) is limited more.
   */
  limited?: true | 'existence'
  /** Fields that find a student by the whole number. Calls that fill one are limited per account: no trying of numbers. */
  findsByNumber?: readonly string[]
  evenIf?: readonly AccountState[]
  /**
   * Answers a session in which nobody has done anything for longer than the limit, until it ends by itself: a screen on a
   * wall that nobody touches. Sums only, never anything of a single person.
   */
  evenIfIdle?: boolean
  /** Takes one file in addition to its fields (multipart); the handler finds it in the context. */
  upload?: { maxMegabytes: number }
  /** Its fields may also come as a form, in either of the two encodings a browser uses. */
  form?: true
  /** Answers with a file instead of an envelope; `output` is then `FileOutput`. A refusal is an envelope as ever. */
  download?: true
  /** A GET whose input is sensitive may also be called by POST, so that it stays out of addresses. */
  alsoPost?: boolean
  input: I
  output: O
}

export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  definition: Endpoint<I, O>,
): Endpoint<I, O> {
  return definition
}

/** A file to be sent; a stream of Node is an iterable too. It is read only as fast as the caller takes it. */
export type FileAnswer = {
  fileName: string
  contentType: string
  content: Uint8Array | AsyncIterable<Uint8Array>
}
export const FileOutput = z.custom<FileAnswer>()

/** What a caller sends (before defaults) and what a handler receives (after). */
export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What a handler returns and what a caller receives. */
export type HandlerOutputOf<E extends Endpoint> = z.input<E['output']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
export type EndpointTable = Record<string, Endpoint>
