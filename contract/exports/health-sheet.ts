// 学生常见病监测 视力屈光: the fields of the record sheet in their order, each as a code, in words, and as a field of
// EpiData. What the platform has no source for is left empty, never made up.
import { AreaGrade, SchoolStage, Sex } from '../core/codes.ts'
import { codeEnum } from '../core/enums.ts'
import type { Side } from '../eyesight/reading.ts'
import { gradeName } from '../schools/grades.ts'
import type { SheetColumn, SheetValue } from './export-item.ts'
import {
  clampedVision,
  glassesCode,
  hundredths,
  idParts,
  lensOf,
  monitoringId,
  NOT_NEEDED,
  nationCode,
  nationWord,
  OTHER_NATION,
  orthoKOf,
  otherNation,
  pointOf,
  transposed,
} from './health-codes.ts'
import { equivalent, type ScreeningRow, WAITS_FOR_RETEST } from './screening-row.ts'

/** Which of the two forms a coded sheet is (spec §7 healthExcelType): the school's has the history of illness. */
export const HealthForm = codeEnum({ school: [1, '学校表（小学及以上）'], kindergarten: [2, '幼儿园表'] })

type Kind = 'text' | 'integer' | 'decimal' | 'date'
export type HealthField = {
  /** Of the sheet; EpiData keeps ten characters of it. */
  name: string
  label: string
  kind: Kind
  /** Bytes in EpiData. */
  length: number
  decimals?: number
  code: (row: ScreeningRow) => SheetValue
  /** Where it differs from the code. */
  word?: (row: ScreeningRow) => SheetValue
  schoolOnly?: true
}

const dioptre = (name: string, label: string, code: HealthField['code']): HealthField => ({
  name,
  label,
  kind: 'decimal',
  length: 6,
  decimals: 2,
  code,
})
const axisField = (name: string, label: string, code: HealthField['code']): HealthField => ({
  name,
  label,
  kind: 'integer',
  length: 3,
  code,
})
const visionField = (name: string, label: string, code: HealthField['code']): HealthField => ({
  name,
  label,
  kind: 'decimal',
  length: 3,
  decimals: 1,
  code,
})

/** 999 says in a number's field that nothing had to be turned; words say nothing where nothing was measured. */
const inWords = (value: SheetValue, measured: boolean): SheetValue =>
  value !== NOT_NEEDED ? value : measured ? '无需转换' : null

function lensFields(side: Side, letter: 'R' | 'L', eye: string): HealthField[] {
  // Of who waits for the second examination nothing is said, not even that nothing was measured.
  const turned = (row: ScreeningRow) =>
    row.blind ? { sphere: null, cylinder: null, axis: null } : transposed(lensOf(row, side))
  const worded = (field: HealthField): HealthField => ({
    ...field,
    word: (row) => inWords(field.code(row), row.fields[`cylinder${side}`] !== null),
  })
  return [
    dioptre(`spher${letter}`, `${eye}球镜`, (row) => hundredths(lensOf(row, side).sphere)),
    dioptre(`cylin${letter}`, `${eye}柱镜`, (row) => hundredths(lensOf(row, side).cylinder)),
    axisField(`axis${letter}`, `${eye}轴位`, (row) => lensOf(row, side).axis),
    {
      name: `SE${letter}`,
      label: `${eye}等效球镜`,
      kind: 'decimal',
      length: 7,
      decimals: 3,
      code: ({ judgement }) => equivalent(judgement[`se${side}`]),
    },
    worded(dioptre(`spher${letter}T`, `${eye}球镜（转换后）`, (row) => hundredths(turned(row).sphere))),
    worded(dioptre(`cylin${letter}T`, `${eye}柱镜（转换后）`, (row) => hundredths(turned(row).cylinder))),
    worded(axisField(`axis${letter}T`, `${eye}轴位（转换后）`, (row) => turned(row).axis)),
  ]
}

const ILLNESSES = ['肝炎', '肾炎', '心脏病', '高血压', '贫血', '糖尿病', '过敏性哮喘', '身体残疾']

const text = (name: string, label: string, length: number, code: HealthField['code']): HealthField => ({
  name,
  label,
  kind: 'text',
  length,
  code,
})
const part = (name: keyof ReturnType<typeof idParts>, label: string, length: number): HealthField =>
  text(name, label, length, (row) => idParts(row)[name])
const id = (name: string, label: string) => text(name, label, 16, (row) => monitoringId(idParts(row)))
const choice = (
  name: string,
  label: string,
  code: HealthField['code'],
  word?: HealthField['word'],
): HealthField => ({ name, label, kind: 'integer', length: 1, code, word })
const day = (name: string, label: string, code: HealthField['code']): HealthField => ({
  name,
  label,
  kind: 'date',
  length: 10,
  code,
})

const HEALTH_FIELDS: readonly HealthField[] = [
  id('ID1', '监测编号'),
  part('province', '省代码', 2),
  part('city', '地市代码', 2),
  {
    ...choice('district', '片区', (row) => row.areaGrade),
    word: ({ areaGrade }) => (areaGrade === null ? null : `${AreaGrade.label(areaGrade)}片`),
  },
  part('county', '区县代码', 2),
  choice('point', '监测点', pointOf, (row) => [null, '城区', '郊县'][pointOf(row) ?? 0] ?? null),
  part('school', '学校代码', 2),
  {
    ...part('grade', '年级', 2),
    word: (row) => gradeName(row.stage, row.gradeNo, row.schoolSystem) || null,
  },
  part('num', '学生编码', 4),
  id('ID2', '监测编号（核对）'),
  choice(
    'gender',
    '性别',
    (row) => row.sex,
    (row) => Sex.label(row.sex),
  ),
  choice('nation', '民族', nationCode, (row) =>
    nationCode(row) === OTHER_NATION ? '其他' : nationWord(row),
  ),
  text('nationother', '其他民族', 12, otherNation),
  day('birth', '出生日期', (row) => row.birthDate),
  day('examine', '检查日期', ({ fields }) => fields.checkedOn),
  ...ILLNESSES.map(
    (illness, index): HealthField => ({
      ...choice(`q3${index + 1}`, `疾病史${illness}`, () => null),
      schoolOnly: true,
    }),
  ),
  choice('glasstype', '戴镜类型', glassesCode, (row) => {
    const code = glassesCode(row)
    return code === null ? null : (['框架眼镜', '隐形眼镜', '夜戴角膜塑形镜', '不戴镜'][code - 1] ?? null)
  }),
  dioptre('OKR', '塑形镜度数右', (row) => orthoKOf(row, 'Right')),
  dioptre('OKL', '塑形镜度数左', (row) => orthoKOf(row, 'Left')),
  visionField('visionR', '裸眼视力右', ({ fields }) => clampedVision(fields.nakedRight)),
  visionField('glassR', '戴镜视力右', ({ fields }) => clampedVision(fields.correctedRight)),
  visionField('visionL', '裸眼视力左', ({ fields }) => clampedVision(fields.nakedLeft)),
  visionField('glassL', '戴镜视力左', ({ fields }) => clampedVision(fields.correctedLeft)),
  ...lensFields('Right', 'R', '右眼'),
  ...lensFields('Left', 'L', '左眼'),
  text('NOTE', '其他需注明的特殊情况', 40, ({ blind, fields }) => (blind ? WAITS_FOR_RETEST : fields.remark)),
  text('name', '姓名', 30, (row) => row.studentName),
  day('date', '填表日期', ({ fields }) => fields.checkedOn),
]

export const healthFields = (form: number): readonly HealthField[] =>
  form === HealthForm.code.school ? HEALTH_FIELDS : HEALTH_FIELDS.filter(({ schoolOnly }) => !schoolOnly)

/** A stage belongs to one of the forms. */
export const stagesOfForm = (form: number): readonly ScreeningRow['stage'][] =>
  SchoolStage.codes.filter(
    (stage) => (stage === SchoolStage.code.kindergarten) === (form === HealthForm.code.kindergarten),
  )

const FORMATS: Partial<Record<Kind, 'text' | 'date'>> = { text: 'text', date: 'date' }
const formatOf = ({ kind, decimals }: Pick<HealthField, 'kind' | 'decimals'>) =>
  decimals === 3 ? 'thousandths' : FORMATS[kind]

/** As a sheet: answers in words under Chinese titles, or as codes under the names of the fields. */
export const healthColumns = (
  form: number,
  answers: 'words' | 'codes',
): readonly SheetColumn<ScreeningRow>[] =>
  healthFields(form).map(({ name, label, kind, length, decimals, code, word }) => ({
    key: name,
    title: answers === 'words' ? label : name,
    width: Math.max(length + 2, answers === 'words' ? label.length * 2 + 2 : name.length + 2, 8),
    format: formatOf({ kind, decimals }),
    cell: answers === 'words' && word ? word : code,
  }))
