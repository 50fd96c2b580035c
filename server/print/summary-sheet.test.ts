// 汇总表 against a recount: every grade of an area and of a school, boys, girls and both, and the whole.
import { beforeAll, expect, test } from 'vitest'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'
import { commonGradeName, type Stage } from '../reports/lines/stage-tree.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { demoUser, must } from '../testing/people.ts'
import { recountRecords, type StoredRecord } from '../testing/recount.ts'
import { forbidStudents } from '../testing/reports/report-world.ts'
import { orgIdOf } from '../testing/rows.ts'

const node = useApp()
const by = demoUser(node, 'province01')
let world: FigureWorld
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('summary'))
})

const summary = async (part: object): Promise<PaperSheet> => {
  const sheets = await must(
    by.call(paperEndpoints.paperSheets, { planId: world.planId, form: 'summary', ...part } as never),
  )
  expect(sheets).toHaveLength(1)
  return sheets[0] as PaperSheet
}
const SEXES = { 男: 1, 女: 2, 小计: 0 } as const
const number = (text: string | null | undefined) => Number((text ?? '').replaceAll(',', ''))

/** Column by column: 应检, 实检, 有效, and further on 视力不良 and 近视. */
async function expectRecounted(sheet: PaperSheet, isIn: (row: StoredRecord) => boolean) {
  const found = new Map<string, StoredRecord>()
  await recountRecords(node.current, world.planId, (row) => {
    if (isIn(row)) found.set(`${row.stage} ${row.grade_no}`, row)
    return false
  })
  const grades = [...found.values()].map(({ stage, grade_no: gradeNo }) => ({ stage, gradeNo }))
  const named = new Map(grades.map((each) => [commonGradeName(each.stage as Stage, each.gradeNo), each]))
  expect(new Set(sheet.rows.map(({ cells }) => cells[0]))).toEqual(new Set([...named.keys(), '合计']))
  for (const { cells } of sheet.rows) {
    const grade = named.get(cells[0] ?? '')
    const sex = SEXES[cells[1] as keyof typeof SEXES]
    const counts = await recountRecords(
      node.current,
      world.planId,
      (row) =>
        isIn(row) &&
        (!grade || (row.stage === grade.stage && row.grade_no === grade.gradeNo)) &&
        (sex === 0 || row.sex === sex),
    )
    const [, , expected, screened, , valid, light, , mid, , heavy, , ungraded, poor] = cells.map(number)
    expect({ screened, valid, light, mid, heavy, ungraded, poor }, `${cells[0]} ${cells[1]}`).toEqual({
      screened: counts.screened,
      valid: counts.valid,
      light: counts.poorLight,
      mid: counts.poorMid,
      heavy: counts.poorHeavy,
      ungraded: counts.poorUngraded,
      poor: counts.poor,
    })
    expect(expected).toBeGreaterThanOrEqual(counts.expected)
    const [rated, low, , middle, , high, , , myopia] = cells.slice(15).map(number)
    expect({ rated, low, middle, high, myopia }, `${cells[0]} ${cells[1]}`).toEqual({
      rated: counts.rated,
      low: counts.myopiaLow,
      middle: counts.myopiaMid,
      high: counts.myopiaHigh,
      myopia: counts.myopia,
    })
  }
}

test('of a district', async () => {
  await expectRecounted(await summary({ areaId: '330106' }), (row) => row.region_id === '330106')
})

test('of a nine-year school', async () => {
  const orgId = await orgIdOf(node.current, '330106-school-3')
  await expectRecounted(await summary({ orgId }), (row) => row.school_org_id === orgId)
})

test('is not for who may not see students: it has numbers of few', async () => {
  await forbidStudents(node.current, 'city01')
  const answer = await demoUser(node, 'city01').call(paperEndpoints.paperSheets, {
    planId: world.planId,
    form: 'summary',
    areaId: '330106',
  } as never)
  expect(answer.code).toBe(602)
})
