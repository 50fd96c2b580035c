// The fields that a template may name: one dictionary for all templates.

export const LETTER_FIELDS = [
  '地区',
  '学校',
  '班级',
  '姓名',
  '性别',
  '筛查日期',
  '筛查机构',
  '筛查计划',
  '就诊期限',
] as const
export type LetterField = (typeof LETTER_FIELDS)[number]
export type LetterFieldValues = Record<LetterField, string>

/** What was found is known only after the screening. */
export const FIELDS_OF_RESULTS: readonly LetterField[] = ['筛查日期', '就诊期限']

const FIELD = /\{([^{}\n]{0,20})\}/g

export const unknownFields = (text: string, known: readonly LetterField[]): string[] =>
  [...text.matchAll(FIELD)].flatMap(([, name = '']) =>
    known.some((field) => field === name.trim()) ? [] : [name],
  )

/** Braces that name no field stay as they are; they cannot be saved. */
export const fillFields = (text: string, values: LetterFieldValues): string =>
  text.replace(FIELD, (braces, name: string) => values[name.trim() as LetterField] ?? braces)
