import { accountRoutes } from './account/routes.ts'
import { areaRoutes } from './areas/routes.ts'
import { authorityRoutes } from './authority/routes.ts'
import type { BoundEndpoint } from './core/http/implement.ts'
import type { JobKind } from './core/jobs/queue.ts'
import { homeRoutes } from './home/routes.ts'
import { orgRoutes } from './orgs/routes.ts'
import { housekeepingJob } from './session/housekeeping-job.ts'
import { sessionRoutes } from './session/routes.ts'

/** One line per feature. */
export const ENDPOINTS: BoundEndpoint[] = [
  ...areaRoutes,
  ...orgRoutes,
  ...accountRoutes,
  ...authorityRoutes,
  ...sessionRoutes,
  ...homeRoutes,
]

export const JOB_KINDS: JobKind[] = [housekeepingJob]
