// What is looked at before a sheet is made for somebody else's system.
import { HEALTH_GAPS, HEALTH_NOTES, healthGaps } from './health-gaps.ts'
import { NATIONAL_BLANKS, NATIONAL_FAULTS, nationalFaults } from './national-return.ts'
import type { ScreeningRow } from './screening-row.ts'

export type ExportCheckRule = {
  /** In the order in which they are reported. */
  faults: Readonly<Record<string, string>>
  find: (row: ScreeningRow) => string[]
  /** Whether rows with this fault are left out of the file; otherwise they go with something empty. */
  refuses: (fault: string) => boolean
  /** True of every row. */
  notes: readonly string[]
}

const health: ExportCheckRule = {
  faults: HEALTH_GAPS,
  find: healthGaps,
  refuses: () => false,
  notes: HEALTH_NOTES,
}

export const EXPORT_CHECKS = {
  national: {
    faults: NATIONAL_FAULTS,
    find: nationalFaults,
    refuses: (fault) => !NATIONAL_BLANKS.includes(fault),
    notes: ['平台没有家庭住址，该列留空。'],
  },
  healthText: health,
  healthCode: health,
  healthRec: health,
} as const satisfies Record<string, ExportCheckRule>

export type CheckedKey = keyof typeof EXPORT_CHECKS
export const CHECKED_KEYS = Object.keys(EXPORT_CHECKS) as [CheckedKey, ...CheckedKey[]]
export const isChecked = (key: string): key is CheckedKey => key in EXPORT_CHECKS
export const checkOf = (key: CheckedKey): ExportCheckRule => EXPORT_CHECKS[key]
