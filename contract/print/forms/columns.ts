// What the tables of the forms share: who, and what was measured, the right eye first.
import { Glasses, Sex } from '../../core/codes.ts'
import {
  dioptres,
  equivalent,
  type ScreeningRow,
  vision,
  WAITS_FOR_RETEST,
} from '../../exports/screening-row.ts'
import { AbsenceReason, SIDE_NAMES, SIDES, type Side } from '../../eyesight/reading.ts'
import { formatUnitless } from '../../reports/report/report-text.ts'
import type { PaperColumn } from '../table-layout.ts'

/** A column with what stands in it: of the `nth` row, from one. Null is the name. */
export type FormColumn<Row> = PaperColumn & { cell: (row: Row, nth: number) => string | null }

export const blank = (): string => ''

export const NUMBER: FormColumn<unknown> = { title: '序号', width: 8, cell: (_row, nth) => String(nth) }
export const NAME: FormColumn<unknown> = { title: '姓名', width: 19, cell: () => null }
/** Who somebody is, whether screened or not. */
export type Person = Pick<ScreeningRow, 'sex' | 'birthDate' | 'studentNo' | 'idCard' | 'passport'>
export const SEX: FormColumn<Pick<ScreeningRow, 'sex'>> = {
  title: '性别',
  width: 8,
  cell: ({ sex }) => Sex.label(sex),
}
const BIRTH_DATE: FormColumn<Person> = {
  title: '出生日期',
  width: 18,
  cell: ({ birthDate }) => birthDate,
}
/** A dozen asterisks would only make the digits that are shown smaller. */
const shortMask = (number: string | null): string => (number ?? '').replace(/\*{5,}/, '****')
const STUDENT_NO: FormColumn<Person> = {
  title: '学籍号/学号',
  width: 19,
  cell: ({ studentNo }) => shortMask(studentNo),
}
const DOCUMENT: FormColumn<Person> = {
  title: '证件号',
  width: 19,
  cell: ({ idCard, passport }) => shortMask(idCard ?? passport),
}

/** Who it is, on every form with a row for a child of a class. */
export const PERSON: readonly FormColumn<Person>[] = [NUMBER, NAME, SEX, BIRTH_DATE, STUDENT_NO, DOCUMENT]

type Measured = Pick<ScreeningRow, 'fields' | 'judgement'>
const ofEyes = (
  group: string,
  width: number,
  cell: (row: Measured, side: Side) => string,
): FormColumn<Measured>[] =>
  SIDES.map((side) => ({ title: SIDE_NAMES[side].slice(0, 1), group, width, cell: (row) => cell(row, side) }))

/** As everywhere; nothing where it was not measured. */
export const readingText = (value: number | null, format: 'vision' | 'dioptre' | 'equivalent'): string =>
  value === null ? '' : formatUnitless(value, format)

export const GLASSES: FormColumn<Measured> = {
  title: '戴镜类型',
  width: 13,
  cell: ({ fields: { glasses } }) => (glasses === null ? '' : Glasses.label(glasses)),
}
export const READINGS: readonly FormColumn<Measured>[] = [
  ...ofEyes('裸眼视力', 10, ({ fields }, side) => readingText(vision(fields[`naked${side}`]), 'vision')),
  ...ofEyes('戴镜视力', 10, ({ fields }, side) => readingText(vision(fields[`corrected${side}`]), 'vision')),
  ...ofEyes('球镜', 12, ({ fields }, side) => readingText(dioptres(fields[`sphere${side}`]), 'dioptre')),
  ...ofEyes('柱镜', 12, ({ fields }, side) => readingText(dioptres(fields[`cylinder${side}`]), 'dioptre')),
  ...ofEyes('轴位', 9, ({ fields }, side) => fields[`axis${side}`]?.toString() ?? ''),
]
export const EQUIVALENTS: readonly FormColumn<Measured>[] = ofEyes('等效球镜', 13, ({ judgement }, side) =>
  readingText(equivalent(judgement[`se${side}`]), 'equivalent'),
)

/** Why somebody was not examined, or what was noted. */
export const remarkOf = ({ blind, fields: { absence, remark } }: ScreeningRow): string =>
  blind
    ? WAITS_FOR_RETEST
    : [absence === null ? '' : AbsenceReason.label(absence), remark ?? ''].filter(Boolean).join('；')
