import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../core/db/column-types.ts'

export type SessionTables = {
  session: {
    tokenHash: Buffer
    userId: number
    createdAt: Timestamp
    lastSeenAt: Timestamp
    expiresAt: Timestamp
    revokedCode: number | null
    ip: string
    device: string
    mustEnrol: Generated<boolean>
  }
  loginFailure: { id: Generated<number>; accountKey: string; ip: string; at: Timestamp }
  loginLock: { accountKey: string; lockedUntil: Timestamp }
  smsCode: {
    id: Generated<number>
    phoneHash: Buffer
    type: number
    purpose: string
    codeHash: Buffer
    ip: string
    sentAt: Timestamp
    expiresAt: Timestamp
    tries: Generated<number>
    verifiedAt: NullableTimestamp
    usedAt: NullableTimestamp
    askedBy: 'owner' | 'account' | 'phone'
  }
  captcha: { id: string; answerHash: Buffer; expiresAt: Timestamp }
}
