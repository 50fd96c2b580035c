import type { Generated } from 'kysely'
import type { Timestamp } from '../../core/db/column-types.ts'

export type FeedTables = {
  classFeed: {
    taskId: number
    classId: number
    planId: number
    schoolOrgId: number
    provinceId: string
    cityId: string | null
    regionId: string | null
    startedAt: Timestamp
    at: Timestamp
    listedAt: Timestamp
    students: number
  }
  classFeedMove: {
    tx: Generated<string>
    taskId: number
    classId: number
    startedAt: Timestamp
    at: Timestamp
    students: number
  }
}
