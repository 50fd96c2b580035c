// What an organisation writes into a report itself: three optional texts for a plan and a unit.
import { z } from 'zod'
import { MESSAGES } from '../../core/fields.ts'
import { withoutUnseen } from '../../core/unseen.ts'
import { UnitQuery } from '../../eyesight/figures/figure-schemas.ts'
import type { Report } from '../report/report.ts'

/** The section of the report that they make. */
export const OWN_TEXT = { id: 'own-text', title: '工作情况与建议' } as const

export const OWN_TEXT_PARTS = {
  work: '工作开展情况',
  problems: '存在问题',
  next: '下一步建议',
} as const
export type OwnTextPart = keyof typeof OWN_TEXT_PARTS
export const OWN_TEXT_PART_NAMES = Object.keys(OWN_TEXT_PARTS) as OwnTextPart[]

/** The kinds of reports that have them. */
export const OWN_TEXT_KINDS = ['province', 'city', 'region', 'school', 'grade', 'class'] as const
export type OwnTextKind = (typeof OWN_TEXT_KINDS)[number]
export const hasOwnText = (kind: Report['kind'] | 'range'): kind is OwnTextKind =>
  OWN_TEXT_KINDS.some((each) => each === kind)

export const OWN_TEXT_MAX = 2000

/** As typed, without what nobody sees: a mark that turns the direction would turn what stands around it. */
export const cleanText = (text: string): string =>
  withoutUnseen(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', ' '), '\n').trim()

const Text = z.string().overwrite(cleanText).max(OWN_TEXT_MAX, MESSAGES.reportTextFormat[0])

export const OwnTexts = z.object({ work: Text, problems: Text, next: Text })
export type OwnTexts = z.output<typeof OwnTexts>

export const NO_TEXTS: OwnTexts = { work: '', problems: '', next: '' }

/** An area, a school, a grade or a class; nothing named: the caller's own. */
export const OwnTextQuery = UnitQuery
export type OwnTextQuery = z.output<typeof OwnTextQuery>

/** Those of the caller's organisation. */
export const OwnText = OwnTexts.extend({
  /** 0 as long as nothing was saved. */
  revision: z.number(),
  savedBy: z.string().nullable(),
  savedAt: z.string().nullable(),
})
export type OwnText = z.infer<typeof OwnText>

export const SaveOwnText = OwnTextQuery.extend({
  ...OwnTexts.shape,
  /** The one that was read before writing. */
  revision: z.number().int().min(0),
})
export type SaveOwnText = z.output<typeof SaveOwnText>

/** A line is a paragraph. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
