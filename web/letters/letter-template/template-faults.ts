import type { FieldIssue } from '#contract/core/error-codes.ts'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import {
  LETTER_TEXTS,
  LetterContent,
  type LetterText,
  type TemplateFault,
  templateFaults,
} from '#contract/letters/template-schemas.ts'

export const isLetterText = (name: unknown): name is LetterText =>
  typeof name === 'string' && name in LETTER_TEXTS

/** Why it could not be saved: the form of each text, then its words and fields. */
export function faultsOf(kind: LetterKindCode, content: LetterContent): TemplateFault[] {
  const parsed = LetterContent.safeParse(content)
  const issues = parsed.success ? [] : parsed.error.issues
  return [
    ...issues.flatMap(({ path: [text], message }) => (isLetterText(text) ? [{ text, message }] : [])),
    ...templateFaults(kind, parsed.data ?? content),
  ]
}

/** The texts that the server has found at fault. */
export const faultsOfAnswer = (issues: readonly FieldIssue[]): TemplateFault[] =>
  issues.flatMap(({ path, message }) => {
    const text = path.find(isLetterText)
    return text ? [{ text, message }] : []
  })
