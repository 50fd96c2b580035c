import { escapeXml } from '#contract/reports/chart/escape-xml.ts'

/** Twentieths of a point, as Word counts lengths. */
export const TWIPS_PER_POINT = 20

export type ParagraphStyle =
  | 'Title'
  | 'Subtitle'
  | 'Heading1'
  | 'Heading2'
  | 'BodyText'
  | 'Caption'
  | 'FigureCaption'
  | 'Picture'
  | 'Note'
  | 'Rule'
  | 'Signature'
  | 'SignedBy'
  | 'Attachment'
  | 'Trace'
  | 'Footer'
  | `Cell${number}`

export function paragraph(
  style: ParagraphStyle,
  text: string,
  { properties = '', bold = false }: { properties?: string; bold?: boolean } = {},
): string {
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${textRun(text, bold)}</w:p>`
}

/** Line ends within the text stay line ends. */
export function textRun(text: string, bold = false): string {
  if (text === '') return ''
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => `<w:t xml:space="preserve">${escapeXml(line.replaceAll('\t', ' '))}</w:t>`)
  return `<w:r>${bold ? '<w:rPr><w:b/><w:bCs/></w:rPr>' : ''}${lines.join('<w:br/>')}</w:r>`
}

export const field = (code: 'PAGE'): string =>
  `<w:fldSimple w:instr=" ${code} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`
