import { SchoolStage } from './codes.ts'

/** Business constants of spec §9. */
export const REQUEST_TIMEOUT_MS = 300_000
export const VERSION_POLL_MS = 300_000
export const IMPORT_POLL_MS = 10_000
export const IDLE_LOCK_MS = 1_800_000
export const COOKIE_NAME = 'x-token'
export const COOKIE_DAYS = 7
export const SMS_RESEND_SECONDS = 60
export const PASSWORD_REMINDER_DAYS = 10
export const PAGE_SIZE_DEFAULT = 20
export const PAGE_SIZE_OPTIONS = [15, 20, 30, 50] as const
/** Also what the server accepts at most. */
export const PAGE_SIZE_MAX = 50
export const SCHOOL_SEARCH_PAGE_SIZE = 10
export const UPLOAD_MAX_MB = 20
export const UPLOAD_SHEET_TYPES = ['.xls', '.xlsx'] as const
export const UPLOAD_IMAGE_TYPES = ['.jpg', '.jpeg', '.png'] as const
export const UPLOAD_IMAGE_MAX_FILES = 5
export const NOTICE_SECONDS = 5
export const ZOOM_WARNING_DELAY_MS = 3_000
export const APPROVE_DEBOUNCE_MS = 500
export const DEFAULT_DEBOUNCE_MS = 1_000
export const PASSWORD_DIALOG_WIDTH = 450
export const CACHED_PAGES_MAX = 10
export const MENU_TITLE_MAX_ENTRIES = 14
export const BACK_TO_TOP_PX = 250

/** Spec §9: life-cycle years by school stage. */
export function yearsOfStage(stage: number): number {
  if (stage === SchoolStage.code.primary) return 6
  return stage === SchoolStage.code.university ? 4 : 3
}
