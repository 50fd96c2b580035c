import type { AccountTables } from '../../account/tables.ts'
import type { ApprovalTables } from '../../approvals/tables.ts'
import type { AreaTables } from '../../areas/tables.ts'
import type { AssessmentTables } from '../../assessment/tables.ts'
import type { AuthorityTables } from '../../authority/tables.ts'
import type { DeviceTables } from '../../device/tables.ts'
import type { ExportTables } from '../../exports/tables.ts'
import type { FeedTables } from '../../eyesight/feed/tables.ts'
import type { FigureTables } from '../../eyesight/figures/tables.ts'
import type { MonitoringTables } from '../../eyesight/monitoring/tables.ts'
import type { PlanTables } from '../../eyesight/plans/tables.ts'
import type { RecordTables } from '../../eyesight/records/tables.ts'
import type { RejudgingTables } from '../../eyesight/rejudging/tables.ts'
import type { RetestTables } from '../../eyesight/retests/tables.ts'
import type { TaskTables } from '../../eyesight/tasks/tables.ts'
import type { HospitalTables } from '../../hospitals/tables.ts'
import type { ImportTables } from '../../imports/tables.ts'
import type { LetterTables } from '../../letters/tables.ts'
import type { MessageTables } from '../../messages/tables.ts'
import type { OrgTables } from '../../orgs/tables.ts'
import type { ReportTables } from '../../reports/tables.ts'
import type { SchoolTables } from '../../schools/tables.ts'
import type { SessionTables } from '../../session/tables.ts'
import type { StudentTables } from '../../students/tables.ts'
import type { VisitTables } from '../../visits/tables.ts'
import type { WarningTables } from '../../warning/tables.ts'
import type { CoreTables } from './tables.ts'

/** The tables of `server/migrations`, as Kysely sees them; each feature declares its own, a test compares both. */
export type Schema = CoreTables &
  AreaTables &
  OrgTables &
  AccountTables &
  AuthorityTables &
  MessageTables &
  ApprovalTables &
  SessionTables &
  SchoolTables &
  StudentTables &
  PlanTables &
  TaskTables &
  RecordTables &
  RetestTables &
  MonitoringTables &
  RejudgingTables &
  FigureTables &
  FeedTables &
  DeviceTables &
  ImportTables &
  ExportTables &
  ReportTables &
  LetterTables &
  VisitTables &
  WarningTables &
  HospitalTables &
  AssessmentTables
