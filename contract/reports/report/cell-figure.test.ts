import { describe, expect, it } from 'vitest'
import { SchoolStage } from '../../core/codes.ts'
import type { Unit } from '../../eyesight/figures/figure-schemas.ts'
import { figureOfColumn, placeOfRow } from './cell-figure.ts'
import {
  COMPARISON_COLUMNS,
  CORRECTION_COLUMNS,
  MYOPIA_BY_SEX_COLUMNS,
  MYOPIA_COLUMNS,
  PROGRESS_COLUMNS,
  visionColumns,
} from './column-sets.ts'
import type { ReportRow } from './report.ts'

const DISTRICT: Unit = { level: 'region', key: { areaId: '330106' }, name: '西湖区' }
const VISION = visionColumns({ graded: true, ungraded: true })
const SCHOOL: Unit = { level: 'school', key: { orgId: 100 }, name: '文一路小学' }
const row = (name: string, change: Partial<ReportRow> = {}): ReportRow => ({
  name,
  unit: null,
  isTotal: false,
  indent: 0,
  values: [],
  note: null,
  ...change,
})

describe('the figure of a column', () => {
  it.each([
    ['screened', { counter: 'screened' }],
    ['myopia/rated', { indicator: 0 }],
    ['1.myopia/rated', { indicator: 1 }],
    ['2.myopia/rated', { indicator: 2 }],
    ['myopiaHigh/rated', { indicator: 3 }],
    ['poor/valid', { indicator: 6 }],
    ['referral/valid', { counter: 'referral' }],
    ['uncorrected/poor', { counter: 'uncorrected' }],
  ])('%s is known', (key, figure) => expect(figureOfColumn(key)).toEqual(figure))

  it.each([
    'last.myopia/rated',
    'change:myopia/rated',
    'mean:nakedRight',
    'myopiaHigh/myopia',
    '1.screened',
    'glassesFrame+glassesContact+orthoK/valid',
    'rank',
    'toString',
    'studentNo',
  ])('%s has none', (key) => expect(figureOfColumn(key)).toBeUndefined())

  it('is found for most columns of the tables', () => {
    const known = (columns: readonly { key: string }[]) =>
      columns.filter(({ key }) => figureOfColumn(key)).length / columns.length
    for (const columns of [PROGRESS_COLUMNS, MYOPIA_COLUMNS, VISION, CORRECTION_COLUMNS])
      expect(known(columns)).toBeGreaterThan(0.7)
    expect(known(MYOPIA_BY_SEX_COLUMNS)).toBeGreaterThan(0.5)
    expect(COMPARISON_COLUMNS.some(({ key }) => key.startsWith('last.') && figureOfColumn(key))).toBe(false)
  })
})

describe('the place of a row', () => {
  it('is its unit, a stage of the report, or the whole', () => {
    const ranked = row('文一路小学', { unit: SCHOOL })
    expect(placeOfRow({ id: 'ranking-unit' }, ranked, DISTRICT)).toEqual({ orgId: 100 })
    expect(placeOfRow({ id: 'myopia-stage' }, row('小学'), DISTRICT)).toEqual({
      areaId: '330106',
      stage: SchoolStage.code.primary,
    })
    const total = row('合计', { isTotal: true })
    expect(placeOfRow({ id: 'myopia-by-sex-stage' }, total, DISTRICT)).toEqual({ areaId: '330106' })
  })

  it('is not known where a row is another sum', () => {
    const total = row('合计', { isTotal: true })
    for (const id of ['kindergarten-grade', 'myopia-age', 'myopia-sex', 'comparison-unit', 'trend-plan'])
      expect(placeOfRow({ id }, total, DISTRICT)).toBeUndefined()
    expect(placeOfRow({ id: 'comparison-unit' }, row('学校', { unit: SCHOOL }), DISTRICT)).toBeUndefined()
    for (const name of ['含大学', '高中', '一年级'])
      expect(placeOfRow({ id: 'myopia-stage' }, row(name, { isTotal: true }), DISTRICT)).toBeUndefined()
  })
})
