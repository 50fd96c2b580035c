// Whichever way a reading comes in, the same combinations of values are refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Glasses } from '#contract/core/codes.ts'
import { contradictionsOf } from '#contract/eyesight/contradictions.ts'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { AbsenceReason, toStored } from '#contract/eyesight/reading.ts'
import { RecordFields } from '#contract/eyesight/record-schemas.ts'
import { readDeviceValues } from '#server/device/device-values.ts'
import { EMPTY_FIELDS } from '#server/eyesight/records/record-fields.ts'
import { faultOfFields } from '#server/eyesight/records/record-rules.ts'
import { checkScreeningRow } from '#server/imports/row-rules/reading-row.ts'
import { placeFinder, type SchoolPlaces } from '#server/imports/row-rules/school-place.ts'
import { contradictionsIn } from '#web/eyesight/class-details/sheet/row-rules.ts'

const TODAY = '2026-03-10'
const PLAN = { startsOn: '2026-03-01', endsOn: '2026-03-31', today: TODAY, items: DEFAULT_ITEMS }
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values))
const vision = maybe([4.5, 4.9, 5])
/** Degrees above 0: a sheet may write 0 where there is no lens. */
const degrees = maybe([25, 300])

const entered = fc
  .record({
    glasses: maybe(Glasses.codes),
    nakedRight: vision,
    nakedLeft: vision,
    correctedRight: vision,
    correctedLeft: vision,
    orthoKRight: degrees,
    orthoKLeft: degrees,
    absence: maybe(AbsenceReason.codes),
  })
  .map((values) => RecordFields.parse(values))

const isRefused = (fields: RecordFields) => contradictionsOf(fields, DEFAULT_ITEMS).length > 0
const byHand = (fields: RecordFields) =>
  faultOfFields(EMPTY_FIELDS, { ...fields, ...toStored(fields) }, PLAN) !== null

const school: SchoolPlaces = {
  orgId: 1,
  orgName: '某某小学',
  system: 63,
  classes: [{ classId: 11, className: '1班', classYear: 2025, gradeId: 1, gradeNo: 1, prefix: 2 }],
}
const rules = { school, finder: placeFinder(school), startsOn: PLAN.startsOn, today: TODAY }

function bySheet({ absence, glasses, ...fields }: RecordFields): boolean {
  const place = { school: school.orgName, grade: '一年级', class: '1班', name: '张小明', studentNo: '7' }
  const words = { glasses: Glasses.label(glasses), absence: AbsenceReason.label(absence) }
  const values = Object.entries(fields).filter(([, value]) => typeof value === 'number')
  const cells = new Map(Object.entries({ ...place, ...words, ...Object.fromEntries(values) }))
  const { draft } = checkScreeningRow(cells as Parameters<typeof checkScreeningRow>[0], rules)
  return draft === null || byHand(RecordFields.parse(draft.reading))
}

function byDevice({ absence, remark, checkedOn, ...reading }: RecordFields): boolean {
  const read = readDeviceValues(reading)
  return 'fault' in read || byHand(RecordFields.parse({ ...read.fields, absence, remark, checkedOn }))
}

test('the grid refuses what the server refuses', () => {
  fc.assert(
    fc.property(entered, (fields) => {
      const expected = isRefused(fields)
      expect(contradictionsIn(fields, DEFAULT_ITEMS).length > 0).toBe(expected)
      expect(byHand(fields)).toBe(expected)
    }),
  )
})

test('so do sheets and devices, of anything that says something about the student', () => {
  const stated = entered.filter(({ absence, nakedRight, nakedLeft }) =>
    [absence, nakedRight, nakedLeft].some((value) => value !== null),
  )
  fc.assert(fc.property(stated, (fields) => bySheet(fields) === isRefused(fields)))
  const measured = stated.filter(({ nakedRight, nakedLeft }) => nakedRight !== null || nakedLeft !== null)
  fc.assert(fc.property(measured, (fields) => byDevice(fields) === isRefused(fields)))
})
