// 视力调查记录表: a line of the sheet of the monitoring of common diseases for each child, its fields by their definitions.
import { type HealthField, HealthForm, healthFields, stagesOfForm } from '../../exports/health-sheet.ts'
import type { ScreeningRow } from '../../exports/screening-row.ts'
import { formatUnitless } from '../../reports/report/report-text.ts'
import { blank, type FormColumn, NAME, NUMBER, SEX } from './columns.ts'

export const SurveyVariant = { school: HealthForm.code.school, kindergarten: HealthForm.code.kindergarten }
export type SurveyVariant = keyof typeof SurveyVariant

/** Schools have the history of illness on theirs. */
export const surveyVariantOf = (stage: ScreeningRow['stage']): SurveyVariant =>
  stagesOfForm(HealthForm.code.kindergarten).includes(stage) ? 'kindergarten' : 'school'

const FORMATS = { 1: 'vision', 2: 'dioptre', 3: 'equivalent' } as const
function fieldText({ code, decimals }: HealthField, row: ScreeningRow): string {
  const value = code(row)
  if (value === null) return ''
  return typeof value === 'number' && decimals !== undefined && decimals in FORMATS
    ? formatUnitless(value, FORMATS[decimals as keyof typeof FORMATS])
    : String(value)
}

/** As the printed sheet numbers the answers. */
const CIRCLED = ['①', '②', '③', '④']
export const GLASSES_ANSWERS = '①框架眼镜 ②隐形眼镜 ③夜戴角膜塑形镜 ④不戴镜'

const FIELDS = new Map(healthFields(HealthForm.code.school).map((field) => [field.name, field]))
function column(
  name: string,
  width: number,
  title?: { title: string; group?: string },
): FormColumn<ScreeningRow> {
  const field = FIELDS.get(name)
  if (!field) throw new Error(`no field ${name}`)
  return { title: field.label, width, ...title, cell: (row) => fieldText(field, row) }
}
const ofEyes = (name: string, group: string, width: number): FormColumn<ScreeningRow>[] =>
  (['R', 'L'] as const).map((letter) =>
    column(`${name}${letter}`, width, { title: letter === 'R' ? '右' : '左', group }),
  )

const ILLNESS = '疾病史'
/** Nobody but the family knows: always written by hand. */
const illnesses = (form: number): FormColumn<ScreeningRow>[] =>
  healthFields(form)
    .filter(({ schoolOnly }) => schoolOnly)
    .map(({ label }) => ({ title: label.replace(ILLNESS, ''), group: ILLNESS, width: 8, cell: blank }))

const GLASSES: FormColumn<ScreeningRow> = {
  ...column('glasstype', 9),
  cell: (row) => CIRCLED[Number(FIELDS.get('glasstype')?.code(row)) - 1] ?? '',
}

export const surveyColumns = (variant: SurveyVariant): readonly FormColumn<ScreeningRow>[] => [
  NUMBER,
  NAME,
  column('ID1', 28),
  SEX,
  column('birth', 17),
  ...illnesses(SurveyVariant[variant]),
  GLASSES,
  ...ofEyes('OK', '塑形镜度数', 11),
  ...ofEyes('vision', '裸眼视力', 8),
  ...ofEyes('glass', '戴镜视力', 8),
  ...ofEyes('spher', '球镜（屈光度数）', 11),
  ...ofEyes('cylin', '柱镜（散光度数）', 11),
  ...ofEyes('axis', '轴位（散光方向）', 10),
  ...ofEyes('SE', '等效球镜', 12),
  column('NOTE', 24),
]
