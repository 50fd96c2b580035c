// One listed student of a plan with what was measured, as the sheets of screening results see it.
import type { AreaGrade, CityProperty, Glasses, SchoolStage, SchoolSystem, Sex } from '../core/codes.ts'
import type { CodeOf } from '../core/enums.ts'
import type { Judgement } from '../eyesight/judgement/judgement.ts'
import { SIDE_NAMES, SIDES, type Side } from '../eyesight/reading.ts'
import type { RecordFields } from '../eyesight/record-schemas.ts'
import type { SheetColumn } from './export-item.ts'

export type ScreeningRow = {
  provinceId: string
  cityId: string | null
  regionId: string | null
  areaName: string | null
  schoolName: string
  schoolSystem: CodeOf<typeof SchoolSystem>
  areaGrade: CodeOf<typeof AreaGrade> | null
  cityProperty: CodeOf<typeof CityProperty> | null
  /** Of the school and of the child in the monitoring of common diseases. */
  monitoringCode: string | null
  monitoringNo: number | null
  stage: CodeOf<typeof SchoolStage>
  gradeNo: number
  className: string
  classNo: number
  studentName: string
  sex: CodeOf<typeof Sex>
  birthDate: string
  age: number
  nation: string | null
  /** Masked unless they may be had in full. */
  studentNo: string | null
  idCard: string | null
  passport: string | null
  /** In whole numbers, as they are stored. */
  fields: RecordFields
  judgement: Judgement
  /** To be examined once more by the caller: then nothing is in `fields`, and nothing concluded. */
  blind: boolean
}
export type GlassesCode = CodeOf<typeof Glasses>

/** What stands in the place of a result that is hidden. */
export const WAITS_FOR_RETEST = '待复测'

/** Stored whole numbers as people write them. */
export const vision = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10)
export const dioptres = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100
export const equivalent = (thousandths: number | null): number | null =>
  thousandths === null ? null : thousandths / 1000

export const STUDENT_NO_COLUMN: SheetColumn<ScreeningRow> = {
  key: 'studentNo',
  title: '学籍号',
  width: 24,
  format: 'text',
  personal: true,
  cell: (row) => row.studentNo,
}

/** The columns of both eyes, the right one first as on every form. */
export const eyeColumns = <Row>(
  make: (side: Side, name: string) => SheetColumn<Row>,
): readonly SheetColumn<Row>[] => SIDES.map((side) => make(side, SIDE_NAMES[side]))
