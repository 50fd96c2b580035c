import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { DataRangeType, RoleType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import type { Config } from './config.ts'
import type { Db, Tx } from './db/connect.ts'
import type { Schema } from './db/schema.ts'
import type { UploadedFile } from './http/uploads/upload.ts'
import type { InTurn } from './in-turn.ts'
import type { EnqueueJob } from './jobs/queue.ts'
import type { Passwords } from './passwords.ts'
import type { Scope } from './scope.ts'
import type { Secrets } from './secrets.ts'
import type { SharedMoments } from './shared-moments.ts'
import type { SmsSender } from './sms/sender.ts'

type OrgColumn = 'id' | 'name' | 'orgType' | 'property' | 'provinceId' | 'cityId' | 'regionId' | 'expiresOn'

/** The signed-in caller, read anew from the database for every request. */
export type Caller = {
  userId: number
  account: string
  realName: string
  phoneEnc: Buffer | null
  phoneMask: string | null
  roleType: CodeOf<typeof RoleType>
  isSuper: boolean
  dataRangeType: CodeOf<typeof DataRangeType>
  dataRangeProvinceId: string | null
  dataRangeCityId: string | null
  dataRangeRegionId: string | null
  orgId: number | null
  org: Pick<Selectable<Schema['org']>, OrgColumn> | null
  permissions: ReadonlySet<PermissionName>
  mustChangePassword: boolean
  passwordRemainingDays: number
  /** The session can do nothing but set up the second step. */
  mustEnrol: boolean
  tokenHash: Buffer
}

/** What outlives a request. */
export type Services = {
  config: Config
  db: Db
  secrets: Secrets
  sms: SmsSender
  enqueue: EnqueueJob
  passwords: Passwords
  /** Within this node. */
  inTurn: InTurn
  /** Within this node. */
  moments: SharedMoments
}

export type AuditNote = { objectType?: string; objectId?: string | number; detail?: object }

/** Handed to every handler, explicitly. */
export type Ctx = Services & {
  /** Where the request came from. */
  ip: string
  device: string
  requestId: string
  log: FastifyBaseLogger
  /** Null only for public endpoints. */
  caller: Caller | null
  scope: Scope
  /** The file of an endpoint that takes one. */
  file?: UploadedFile
  /** What the audit entry of this call says in addition to who, when and from where. */
  note(note: AuditNote): void
  auditNote: AuditNote
  /** What the answer may show in full, because it was asked for with a reason that is on record. */
  disclosed: { names: boolean }
}

/** A context with a caller: what every endpoint that is not public receives. */
export type UserCtx = Ctx & { caller: Caller }
/** Proof that the work runs inside a transaction. */
export type TxCtx = Ctx & { db: Tx }
export type UserTxCtx = UserCtx & { db: Tx }

/** Runs `work` in one transaction; shadow `ctx` so that the outer handle cannot be reached. */
export function tx<C extends Ctx, T>(ctx: C, work: (ctx: C & { db: Tx }) => Promise<T>): Promise<T> {
  return ctx.db.transaction().execute((db) => work({ ...ctx, db }))
}
