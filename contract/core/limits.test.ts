import { expect, it } from 'vitest'
import * as limits from './limits.ts'

it('constants are those of spec §9', () => {
  const { yearsOfStage: _, ...constants } = limits
  expect(constants).toEqual({
    REQUEST_TIMEOUT_MS: 300000,
    VERSION_POLL_MS: 300000,
    IMPORT_POLL_MS: 10000,
    IDLE_LOCK_MS: 1800000,
    COOKIE_NAME: 'x-token',
    COOKIE_DAYS: 7,
    SMS_RESEND_SECONDS: 60,
    PASSWORD_REMINDER_DAYS: 10,
    PAGE_SIZE_DEFAULT: 20,
    PAGE_SIZE_OPTIONS: [15, 20, 30, 50],
    PAGE_SIZE_MAX: 50,
    SCHOOL_SEARCH_PAGE_SIZE: 10,
    UPLOAD_MAX_MB: 20,
    UPLOAD_SHEET_TYPES: ['.xls', '.xlsx'],
    UPLOAD_IMAGE_TYPES: ['.jpg', '.jpeg', '.png'],
    UPLOAD_IMAGE_MAX_FILES: 5,
    NOTICE_SECONDS: 5,
    ZOOM_WARNING_DELAY_MS: 3000,
    APPROVE_DEBOUNCE_MS: 500,
    DEFAULT_DEBOUNCE_MS: 1000,
    PASSWORD_DIALOG_WIDTH: 450,
    CACHED_PAGES_MAX: 10,
    MENU_TITLE_MAX_ENTRIES: 14,
    BACK_TO_TOP_PX: 250,
  })
})

it('life-cycle years by stage', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(limits.yearsOfStage)).toEqual([3, 6, 3, 3, 3, 3, 4])
})
