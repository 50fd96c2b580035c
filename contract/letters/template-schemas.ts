// Templates of letters to parents: what a city or district writes itself.
import { z } from 'zod'
import { LetterKind, type LetterKindCode } from '../exports/letter-filter.ts'
import { forbiddenReason, forbiddenWords } from './forbidden-words.ts'
import { FIELDS_OF_RESULTS, LETTER_FIELDS, type LetterField, unknownFields } from './letter-fields.ts'

const line = (max: number) => z.string().trim().max(max, `最多${max}个字`)
/** Paragraphs are lines. */
const linesOf = (text: string): number => text.split('\n').length
const paragraphs = (max: number, lines: number) =>
  line(max).refine((text) => linesOf(text) <= lines, `最多${lines}段`)

export const LetterContent = z.object({
  title: line(30).min(1, '请填写标题'),
  greeting: line(60),
  /** What stands before the results; of a notice the whole text. */
  opening: paragraphs(900, 12),
  /** Added to the advice where nothing was found, where it should be looked at again, and where a doctor should. */
  normal: paragraphs(120, 3),
  watch: paragraphs(120, 3),
  referral: paragraphs(120, 3),
  /** What to do with the letter. */
  closing: paragraphs(160, 4),
  footer: paragraphs(120, 4),
  seal: line(40),
  qr: z.boolean(),
  /** The strip that is cut off and comes back. */
  strip: z.boolean(),
})
export type LetterContent = z.infer<typeof LetterContent>

export const LETTER_TEXTS = {
  title: '标题',
  greeting: '称呼与问候',
  opening: '正文',
  normal: '未见异常时的补充',
  watch: '需要复查时的补充',
  referral: '建议就诊时的补充',
  closing: '结尾',
  footer: '说明',
  seal: '落款',
} as const satisfies Partial<Record<keyof LetterContent, string>>
export type LetterText = keyof typeof LETTER_TEXTS
export const LETTER_TEXT_NAMES = Object.keys(LETTER_TEXTS) as LetterText[]

/** A notice is about no result. */
const TEXTS_OF_RESULTS: readonly LetterText[] = ['normal', 'watch', 'referral']
export const textsOf = (kind: LetterKindCode): readonly LetterText[] =>
  kind === 'result' ? LETTER_TEXT_NAMES : LETTER_TEXT_NAMES.filter((text) => !TEXTS_OF_RESULTS.includes(text))

/** The opening of a result letter has the room that its results leave. */
const RESULT_OPENING_MOST = 160
const RESULT_OPENING_LINES = 4

export const longestText = (kind: LetterKindCode, text: LetterText): number =>
  kind === 'result' && text === 'opening'
    ? RESULT_OPENING_MOST
    : (LetterContent.shape[text].maxLength ?? Number.POSITIVE_INFINITY)

export const fieldsOf = (kind: LetterKindCode): readonly LetterField[] =>
  kind === 'result' ? LETTER_FIELDS : LETTER_FIELDS.filter((field) => !FIELDS_OF_RESULTS.includes(field))

export type TemplateFault = { text: LetterText; message: string }

/** Why it cannot be saved; the same before it is sent and when it arrives. */
export function templateFaults(kind: LetterKindCode, content: LetterContent): TemplateFault[] {
  const faults = LETTER_TEXT_NAMES.flatMap((text): TemplateFault[] => {
    const words = forbiddenWords(content[text])
    const unknown = unknownFields(content[text], fieldsOf(kind))
    return [
      ...(words.length > 0 ? [{ text, message: forbiddenReason(words) }] : []),
      ...unknown.map((name) => ({
        text,
        message: `没有名为“${name}”的字段，可用：${fieldsOf(kind).join('、')}`,
      })),
    ]
  })
  const { opening } = content
  const isLong = opening.length > RESULT_OPENING_MOST || linesOf(opening) > RESULT_OPENING_LINES
  return kind === 'result' && isLong
    ? [
        ...faults,
        {
          text: 'opening',
          message: `结果告知书的正文最多${RESULT_OPENING_MOST}个字、${RESULT_OPENING_LINES}段`,
        },
      ]
    : faults
}

export const TemplateKindQuery = z.object({ kind: LetterKind.query.default('result') })

/** Where the template in force comes from. */
export const TemplateOrigin = z.enum(['own', 'above', 'sample'])

export const StoredTemplate = z.object({
  templateId: z.number(),
  version: z.number(),
  /** Null: from then on that of the body above, or the sample. */
  content: LetterContent.nullable(),
  orgName: z.string(),
  savedBy: z.string(),
  savedAt: z.string(),
})
export type StoredTemplate = z.infer<typeof StoredTemplate>

export const TemplateState = z.object({
  areaName: z.string(),
  /** The newest of the own area; zero where there was none. */
  version: z.number(),
  origin: TemplateOrigin,
  /** Whose it is, in words. */
  originName: z.string(),
  content: LetterContent,
  versions: z.array(StoredTemplate),
})
export type TemplateState = z.infer<typeof TemplateState>

export const SaveTemplate = z.object({
  kind: LetterKind.schema,
  /** The newest version that was read: another one that came meanwhile is not overwritten. */
  version: z.number().int().min(0),
  content: LetterContent.nullable(),
})
