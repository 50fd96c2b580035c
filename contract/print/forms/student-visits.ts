// Visits of a child to hospitals, under its screenings.
import { dioptres, vision } from '../../exports/screening-row.ts'
import { SIDE_NAMES, SIDES, type Side } from '../../eyesight/reading.ts'
import { Treatment, type TreatmentCode } from '../../eyesight/treatment.ts'
import { type FormColumn, readingText } from './columns.ts'

type Measured = 'sphere' | 'cylinder' | 'axis' | 'corrected' | 'axial'
/** In stored whole numbers: tenths of vision, hundredths of a dioptre and of a millimetre. */
export type FiledVisit = Record<`${Measured}${Side}`, number | null> & {
  visitedOn: string
  hospitalName: string
  cycloplegic: boolean | null
  diagnosis: string | null
  treatments: readonly TreatmentCode[]
  nextOn: string | null
}

const ofEyes = (
  group: string,
  width: number,
  cell: (row: FiledVisit, side: Side) => string,
): FormColumn<FiledVisit>[] =>
  SIDES.map((side) => ({ title: SIDE_NAMES[side], group, width, cell: (row) => cell(row, side) }))

const axialText = (hundredths: number | null): string =>
  hundredths === null ? '' : (hundredths / 100).toFixed(2)

export const STUDENT_VISIT_COLUMNS: readonly FormColumn<FiledVisit>[] = [
  { title: '就诊日期', width: 19, cell: ({ visitedOn }) => visitedOn },
  { title: '医院', width: 27, cell: ({ hospitalName }) => hospitalName },
  {
    title: '验光',
    width: 12,
    cell: ({ cycloplegic }) => (cycloplegic === null ? '' : cycloplegic ? '散瞳' : '未散瞳'),
  },
  ...ofEyes('球镜', 12, (row, side) => readingText(dioptres(row[`sphere${side}`]), 'dioptre')),
  ...ofEyes('柱镜', 12, (row, side) => readingText(dioptres(row[`cylinder${side}`]), 'dioptre')),
  ...ofEyes('轴位', 8, (row, side) => row[`axis${side}`]?.toString() ?? ''),
  ...ofEyes('矫正视力', 9, (row, side) => readingText(vision(row[`corrected${side}`]), 'vision')),
  ...ofEyes('眼轴（mm）', 13, (row, side) => axialText(row[`axial${side}`])),
  {
    title: '诊断与处理',
    width: 44,
    cell: ({ diagnosis, treatments }) =>
      [diagnosis, treatments.map((code) => Treatment.label(code)).join('、')].filter(Boolean).join('；'),
  },
  { title: '下次复查', width: 19, cell: ({ nextOn }) => nextOn ?? '' },
]
