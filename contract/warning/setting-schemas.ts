// Rules of an area as a government body sees and changes them.
import { z } from 'zod'
import { WarningRule } from './rules.ts'

export const RULES_MAX = 100

export const SettingVersion = z.object({
  version: z.number(),
  rules: z.array(WarningRule),
  orgName: z.string(),
  savedBy: z.string(),
  savedAt: z.string(),
})
export const SettingState = z.object({
  areaName: z.string(),
  /** Of the area itself; 0 where it has none. */
  version: z.number(),
  /** A province may also loosen what is shipped. */
  top: z.boolean(),
  above: z.array(WarningRule),
  /** Whose rules those are: the platform's, or the area above. */
  aboveName: z.string(),
  own: z.array(WarningRule),
  effective: z.array(WarningRule),
  versions: z.array(SettingVersion),
})
export type SettingState = z.infer<typeof SettingState>

/** How far the warnings of the area are judged by the newest version of its rules. */
export const SettingReview = z.object({
  version: z.number(),
  state: z.enum(['queued', 'students', 'units', 'done', 'failed']),
  percent: z.number(),
  finishedAt: z.string().nullable(),
  /** Warnings that came, went and changed their level meanwhile. */
  raised: z.number(),
  ended: z.number(),
  changed: z.number(),
})
export type SettingReview = z.infer<typeof SettingReview>

const Rules = z.array(WarningRule).max(RULES_MAX, `最多${RULES_MAX}条规则`)
export const SaveSetting = z.object({ version: z.number().int().min(0), rules: Rules })
export const PreviewSetting = z.object({ rules: Rules })

/** What would be warned with these rules now, and what is. */
export const SettingPreview = z.object({
  rules: z.array(z.object({ key: z.string(), students: z.number(), units: z.number() })),
  students: z.number(),
  units: z.number(),
  studentsNow: z.number(),
  unitsNow: z.number(),
})
export type SettingPreview = z.infer<typeof SettingPreview>
