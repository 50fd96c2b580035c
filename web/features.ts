import { ACCOUNT_SCREENS } from './account/screens.ts'
import { APPROVAL_SCREENS } from './approvals/screens.ts'
import { ASSESSMENT_SCREENS } from './assessment/screens.ts'
import { AUTHORITY_SCREENS } from './authority/screens.ts'
import type { Screen } from './core/screen.ts'
import { DEVICE_SCREENS } from './device/screens.ts'
import { EYESIGHT_SCREENS } from './eyesight/screens.ts'
import { HOME_SCREENS } from './home/screens.ts'
import { HOSPITAL_SCREENS } from './hospitals/screens.ts'
import { IMPORT_SCREENS } from './imports/screens.ts'
import { LETTER_SCREENS } from './letters/screens.ts'
import { MESSAGE_SCREENS } from './messages/screens.ts'
import { OVERVIEW_SCREENS } from './overview/screens.ts'
import { PRINT_SCREENS } from './print/screens.ts'
import { REPORT_SCREENS } from './reports/screens.ts'
import { SCHOOL_SCREENS } from './schools/screens.ts'
import { SESSION_SCREENS } from './session/screens.ts'
import { STUDENT_SCREENS } from './students/screens.ts'
import { VISIT_SCREENS } from './visits/screens.ts'
import { WARNING_SCREENS } from './warning/screens.ts'

/** Every screen of the product; router, menu, breadcrumb and titles are made from this list, in this order. */
export const SCREENS: readonly Screen[] = [
  ...SESSION_SCREENS,
  ...HOME_SCREENS,
  ...OVERVIEW_SCREENS,
  ...SCHOOL_SCREENS,
  ...STUDENT_SCREENS,
  ...IMPORT_SCREENS,
  ...EYESIGHT_SCREENS,
  ...LETTER_SCREENS,
  ...VISIT_SCREENS,
  ...WARNING_SCREENS,
  ...REPORT_SCREENS,
  ...PRINT_SCREENS,
  ...ASSESSMENT_SCREENS,
  ...HOSPITAL_SCREENS,
  ...DEVICE_SCREENS,
  ...APPROVAL_SCREENS,
  ...AUTHORITY_SCREENS,
  ...MESSAGE_SCREENS,
  ...ACCOUNT_SCREENS,
]
