import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, FileAnswer } from '#contract/core/endpoint.ts'
import { BizError, REFUSALS, Refusal } from '#contract/core/error-codes.ts'
import { writeAudit } from '../audit-queries.ts'
import type { AuditNote, Caller, Ctx, Services, UserCtx } from '../context.ts'
import { tx } from '../context.ts'
import { holdsNames, namesFor } from '../private-names.ts'
import { type Scope, scopeOf } from '../scope.ts'
import { tokenHash } from '../secrets.ts'
import { sendFile } from './download.ts'
import { asBizError, InputError, inputError, logFault, sendError } from './errors.ts'
import type { BoundEndpoint } from './implement.ts'
import {
  callerOf,
  findSession,
  orgStateCode,
  permissionsVersion,
  type SessionRow,
  touchSession,
} from './session-queries.ts'
import { readForm, readUpload } from './uploads/upload.ts'
import { uploadPlaces } from './uploads/upload-places.ts'

/** Once for all endpoints: session → access → input → scope → handler → output → envelope → audit. */
export function registerEndpoint(app: FastifyInstance, services: Services, bound: BoundEndpoint) {
  const { definition } = bound
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = contextOf(request, services)
    let leave = () => {}
    try {
      if (!definition.upload && !definition.form && request.isMultipart()) throw new BizError(415)
      await identify(ctx, request, reply, definition)
      if (definition.upload && request.isMultipart())
        leave = await uploadPlaces.reserve(request, String(ctx.caller?.userId ?? ctx.ip))
      const input = await readInput(ctx, request, definition)
      if (definition.download) return await answerWithFile(ctx, bound, input, request, reply)
      const output =
        bound.selfAudited || definition.audit === null
          ? await bound.handler(ctx, input)
          : await runAudited(ctx, bound, input)
      return reply.type('application/json; charset=utf-8').send(serialize(ctx, definition, output))
    } catch (error) {
      const answered = asBizError(error)
      logFault(request, error, answered)
      if (isUnread(request, answered)) reply.header('connection', 'close')
      await auditRefusal(ctx, bound, answered, request)
      return sendError(reply, answered)
    } finally {
      leave()
    }
  }
  const route = {
    url: definition.path,
    config: { limited: definition.limited, form: definition.form ?? false },
    // Who asks for the headers alone would have the whole file made.
    exposeHeadRoute: !definition.download,
    handler: handle,
  }
  app.route({ ...route, method: definition.method })
  if (definition.alsoPost) app.route({ ...route, method: 'POST' })
}

/** Codes with which a body is refused before or while it comes; a form that is wrong was read to its end. */
const REFUSED_UNREAD: readonly number[] = [400, 408, 415, 429]

/** A file that is refused is not read: the connection goes with the answer. Of one that is too large the rest is. */
const isUnread = (request: FastifyRequest, { code }: BizError): boolean =>
  request.isMultipart() && !request.raw.complete && (code > 600 || REFUSED_UNREAD.includes(code))

function contextOf(request: FastifyRequest, services: Services): Ctx {
  const auditNote: AuditNote = {}
  return {
    ...services,
    enqueue: async (...order) => {
      await services.enqueue(...order)
      request.queuedJob = true
    },
    ip: request.ip,
    device: String(request.headers['user-agent'] ?? '').slice(0, 200),
    requestId: request.id,
    log: request.log,
    caller: null,
    scope: { kind: 'nothing' },
    auditNote,
    disclosed: { names: false },
    note: (note) => Object.assign(auditNote, note),
  }
}

/** Fills in the caller; a public endpoint takes one where a session comes along, but needs none. */
async function identify(ctx: Ctx, request: FastifyRequest, reply: FastifyReply, definition: Endpoint) {
  const header = request.headers.authorization
  const token = header?.startsWith('Bearer ') ? header.slice(7) : header
  if (!token) {
    if (definition.access === 'public') return
    throw new BizError(601)
  }
  // A token of another shape cannot be ours; do not ask the database about it.
  const row = token.length === 43 ? await findSession(ctx.db, tokenHash(token), ctx.config) : undefined
  const refused = sessionFault(row, definition)
  if (definition.access === 'public' && refused) return
  if (refused) throw new BizError(refused)
  const session = row as SessionRow
  const caller = callerOf(session)
  // A public endpoint knows only a caller who is in good order; anybody else is a stranger to it.
  const fault = stateFault(session, caller, definition)
  if (definition.access === 'public' && fault) return
  ctx.caller = caller
  ctx.scope = boundScope(caller)
  request.userId = caller.userId
  reply.header('x-permissions-version', permissionsVersion(session))
  if (definition.access === 'public') return
  if (fault) throw fault
  if (!request.server.allowAccount(String(caller.userId))) throw new BizError(429)
  checkAccess(caller, definition)
  // A poll that runs by itself is no sign of a person.
  if (session.seenLongAgo && !session.idle && request.headers['x-background'] === undefined) {
    await touchSession(ctx.db, session.tokenHash)
  }
}

async function readInput(ctx: Ctx, request: FastifyRequest, definition: Endpoint): Promise<unknown> {
  const raw = await readRaw(ctx, request, definition)
  const parsed = definition.input.safeParse(raw)
  if (!parsed.success) throw inputError(parsed.error)
  if (ctx.caller && findsByNumber(definition, parsed.data)) assertFewNumberSearches(ctx, ctx.caller, request)
  return parsed.data
}

const findsByNumber = ({ findsByNumber = [] }: Endpoint, input: unknown): boolean =>
  findsByNumber.some((field) => Boolean((input as Record<string, unknown>)[field]))

function assertFewNumberSearches({ config }: Ctx, { userId }: Caller, { server }: FastifyRequest): void {
  if (server.allowNumberSearch(String(userId))) return
  const { NUMBER_SEARCHES_PER_MINUTE: ofMinute, NUMBER_SEARCHES_PER_DAY: ofDay } = config
  const sentence = `按证件号、学籍号、告知书编号查找每分钟最多 ${ofMinute} 次、每天最多 ${ofDay} 次，请稍后再试`
  throw new Refusal('tooManyNumberSearches', sentence)
}

async function readRaw(ctx: Ctx, request: FastifyRequest, { upload }: Endpoint): Promise<unknown> {
  if (request.method !== 'POST') return request.query
  if (upload) {
    const { fields, file } = await readUpload(request, upload, ctx.config)
    ctx.file = file
    return fields
  }
  return request.isMultipart() ? readForm(request) : (request.body ?? {})
}

function boundScope(caller: Caller): Scope {
  return caller.org ? scopeOf(caller) : { kind: 'nothing' }
}

function sessionFault(row: SessionRow | undefined, { evenIfIdle = false }: Endpoint) {
  if (!row) return 601
  if (row.revokedCode !== null) return row.revokedCode === 605 ? 605 : row.revokedCode === 612 ? 612 : 601
  if (row.over || (row.idle && !evenIfIdle)) return 614
  if (!row.enabled) return 605
  return undefined
}

function stateFault(row: SessionRow, caller: Caller, definition: Endpoint): BizError | undefined {
  const served = definition.evenIf ?? []
  const state = caller.org ? orgStateCode(row) : 613
  const enrolling = caller.mustEnrol && served.includes('mustEnrol')
  const excused = caller.org ? served.includes('orgClosed') : enrolling || served.includes('unbound')
  if (state && !excused) return new BizError(state)
  // The second step comes first: changing the password ends the session, and the next one would ask for it again.
  if (caller.mustEnrol) return enrolling ? undefined : new BizError(602, '请先设置登录的二次验证')
  if (caller.mustChangePassword && !served.includes('passwordExpired')) {
    return new BizError(602, '密码已过期，请先修改密码')
  }
  return undefined
}

function checkAccess(caller: Caller, definition: Endpoint) {
  const { access } = definition
  if (access === 'public' || access === 'signedIn') return
  if (!access.some((name) => caller.permissions.has(name))) throw new BizError(602)
}

async function runAudited(ctx: Ctx, bound: BoundEndpoint, input: unknown) {
  return tx(ctx, async (ctx) => {
    const output = await bound.handler(ctx, input)
    const action = bound.definition.audit
    if (action !== null) await writeAudit(ctx, { action, success: true, code: 200 })
    return output
  })
}

/** The source is read outside any transaction; the audit row stands before the first byte leaves. */
async function answerWithFile(
  ctx: Ctx,
  bound: BoundEndpoint,
  input: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const answer = (await bound.handler(ctx, input)) as FileAnswer
  return sendFile(request, reply, answer, async () => {
    const action = bound.definition.audit
    if (action !== null && !bound.selfAudited) await writeAudit(ctx, { action, success: true, code: 200 })
  })
}

/** A refused change and every step over a boundary leave a trace; a mistyped form does not. */
async function auditRefusal(ctx: Ctx, bound: BoundEndpoint, error: BizError, request: FastifyRequest) {
  // Trying out numbers is a step over a boundary too, also in a list that leaves no trace otherwise.
  const guessing = error.code === REFUSALS.tooManyNumberSearches && bound.definition.audit === null
  const boundary = error.code === 602 || error.code === 616 || guessing
  const refusedChange = bound.definition.audit !== null && !bound.selfAudited && error.code >= 603
  if (!ctx.caller || error instanceof InputError || !(boundary || refusedChange)) return
  const action = boundary ? 'access.denied' : bound.definition.audit
  if (action === null) return
  if (boundary) {
    const refusals = request.server.countRefusal(ctx.caller.userId)
    if (refusals === 0) return
    const { path, summary } = bound.definition
    const detail = { ...ctx.auditNote.detail, summary, ...(refusals > 1 && { refusals }) }
    ctx.note({ objectType: 'endpoint', objectId: path, detail })
  }
  try {
    await writeAudit(ctx as UserCtx, { action, success: false, code: error.code })
  } catch (fault) {
    request.log.error({ err: fault }, 'a refusal could not be audited')
  }
}

/** Frozen results (reference data, walls) are the same object each time: parse and serialise them once. */
const serialized = new WeakMap<object, string>()

function serialize(ctx: Ctx, definition: Endpoint, output: unknown): string {
  const isShared = typeof output === 'object' && output !== null && Object.isFrozen(output)
  // Names are masked for each reader.
  const reusable = isShared && !holdsNames(definition.output) ? output : undefined
  const known = reusable && serialized.get(reusable)
  if (known) return known
  // Parsing strips whatever the contract does not name: nothing leaves by accident.
  const data = namesFor(ctx, definition.output, definition.output.parse(output))
  const text = JSON.stringify({ success: true, code: 200, message: '', data })
  if (reusable) serialized.set(reusable, text)
  return text
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call of a signed-in account; false where it has made too many. */
    allowAccount(userId: string): boolean
    /** Counts a search of an account by a whole number; false where it has made too many. */
    allowNumberSearch(userId: string): boolean
    /** How many refusals of an account the trail is to get now: one, none, or a sum of those before. */
    countRefusal(userId: number): number
  }
  interface FastifyRequest {
    userId: number | null
    /** It asked for a job, which is there once the request is answered. */
    queuedJob?: true
  }
  interface FastifyContextConfig {
    limited?: Endpoint['limited']
    form?: boolean
  }
}
