import { accountEndpoints } from './account/endpoints.ts'
import { approvalEndpoints } from './approvals/endpoints.ts'
import { areaEndpoints } from './areas/endpoints.ts'
import { assessmentEndpoints } from './assessment/endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { authorityEndpoints } from './authority/endpoints.ts'
import type { EndpointTable } from './core/endpoint.ts'
import { deviceEndpoints } from './device/endpoints.ts'
import { exportEndpoints } from './exports/endpoints.ts'
import { eyesightEndpoints } from './eyesight/endpoints.ts'
import { homeEndpoints } from './home/endpoints.ts'
import { hospitalEndpoints } from './hospitals/endpoints.ts'
import { importEndpoints } from './imports/endpoints.ts'
import { letterEndpoints } from './letters/endpoints.ts'
import { messageEndpoints } from './messages/endpoints.ts'
import { orgEndpoints } from './orgs/endpoints.ts'
import { overviewEndpoints } from './overview/endpoints.ts'
import { rosterGateEndpoints } from './plans/endpoints.ts'
import { paperEndpoints } from './print/endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { schoolEndpoints } from './schools/endpoints.ts'
import { sessionEndpoints } from './session/endpoints.ts'
import { studentEndpoints } from './students/endpoints.ts'
import { visitEndpoints } from './visits/endpoints.ts'
import { warningEndpoints } from './warning/endpoints.ts'

/** Every feature in dependency order: one may use only those above it. */
export const FEATURES = {
  areas: areaEndpoints,
  orgs: orgEndpoints,
  account: accountEndpoints,
  authority: authorityEndpoints,
  messages: messageEndpoints,
  approvals: approvalEndpoints,
  session: sessionEndpoints,
  plans: rosterGateEndpoints,
  schools: schoolEndpoints,
  students: studentEndpoints,
  eyesight: eyesightEndpoints,
  device: deviceEndpoints,
  audit: auditEndpoints,
  warning: warningEndpoints,
  imports: importEndpoints,
  exports: exportEndpoints,
  reports: reportEndpoints,
  print: paperEndpoints,
  letters: letterEndpoints,
  visits: visitEndpoints,
  hospitals: hospitalEndpoints,
  overview: overviewEndpoints,
  assessment: assessmentEndpoints,
  home: homeEndpoints,
} as const satisfies Record<string, EndpointTable>

export const ALL_ENDPOINTS = Object.values(FEATURES).flatMap((table) =>
  Object.entries(table as EndpointTable).map(([name, definition]) => ({ name, definition })),
)
