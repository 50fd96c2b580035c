// Files of evidence in words.
import {
  EVIDENCE_TYPES,
  EVIDENCE_WORDS,
  type EvidenceType,
} from '#contract/assessment/application-schemas.ts'
import { FILE_MEGABYTES, FILES_MOST } from '#contract/assessment/indicators.ts'
import { fileTooLarge } from '#contract/core/fields.ts'

const KILOBYTE = 1024
const MEGABYTE = KILOBYTE * KILOBYTE
const EXTENSIONS = Object.values(EVIDENCE_TYPES).flatMap(({ extensions }) => [...extensions])

/** What the dialog of the browser offers to choose. */
export const EVIDENCE_ACCEPT = EXTENSIONS.map((extension) => `.${extension}`).join(',')
export const EVIDENCE_HINT = `${EVIDENCE_WORDS}，每个指标最多${FILES_MOST}个`

export const kindOf = (type: EvidenceType): string => EVIDENCE_TYPES[type].label

/** 1.2 MB, 35 KB */
export const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE
    ? `${(bytes / MEGABYTE).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / KILOBYTE))} KB`

/** What can be said against a file before it is sent; the server looks at its content. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? ''
  if (!name.includes('.') || !EXTENSIONS.some((known) => known === extension)) return EVIDENCE_WORDS
  if (size === 0) return '文件是空的'
  return size > FILE_MEGABYTES * MEGABYTE ? fileTooLarge(FILE_MEGABYTES) : null
}
