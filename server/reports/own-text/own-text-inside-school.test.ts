// A text of one's own in the reports of a grade and a class: who writes it, and that it is printed and frozen.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { OWN_TEXT } from '#contract/reports/own-text/own-text.ts'
import type { Report } from '#contract/reports/report/report.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUsers, must, permit } from '../../testing/people.ts'
import { changesOf, freeze, openFrozen } from '../../testing/reports/frozen-reports.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'
import { zipParts } from '../../testing/sheets/zip-parts.ts'

const { classReport, downloadReport, gradeReport, ownText, saveOwnText, schoolReport } = reportEndpoints

const node = useApp()
const as = demoUsers(node)
type Unit = { planId: number; orgId: number; prefix?: number; gradeNo?: number; classId?: number }
let world: FigureWorld
let school: Unit
let grade: Unit
let otherGrade: Unit
let ownClass: Unit
let classInGrade: Unit
let otherClass: Unit

const numberOf = async (statement: string, values: unknown[] = []): Promise<number> => {
  const [row] = await rowsOf<{ value: number }>(node.current, statement, values)
  return Number(row?.value)
}

beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('texts inside a school'))
  school = { planId: world.planId, orgId: await orgIdOf(node.current, '330106-school-1') }
  const assigned = `select class_id from user_class where user_id = (select id from app_user where account = 'teacher01')`
  const headed = `select grade_no from grade where id in (select grade_id from user_grade
    where user_id = (select id from app_user where account = 'grade01'))`
  const classWhere = (condition: string) =>
    numberOf(
      `select class_id as value from task_class where plan_id = $1 and school_org_id = $2 and ${condition}
       order by class_id limit 1`,
      [world.planId, school.orgId],
    )
  const gradeNo = await numberOf(`select grade_no as value from (${headed}) as headed limit 1`)
  grade = { ...school, prefix: 2, gradeNo }
  otherGrade = {
    ...grade,
    gradeNo: await numberOf(
      `select grade_no as value from task_class where plan_id = $1 and school_org_id = $2
         and grade_no not in (${headed}) limit 1`,
      [world.planId, school.orgId],
    ),
  }
  ownClass = { ...school, classId: await classWhere(`class_id in (${assigned})`) }
  classInGrade = { ...school, classId: await classWhere(`grade_no in (${headed})`) }
  otherClass = {
    ...school,
    classId: await classWhere(`class_id not in (${assigned}) and grade_no not in (${headed})`),
  }
})

const trySaving = (by: By, unit: object, texts: object, revision = 0) =>
  by.call(saveOwnText, { ...unit, work: '', problems: '', next: '', ...texts, revision } as never)

async function save(by: By, unit: object, texts: object) {
  const { revision } = await must(by.call(ownText, unit as never))
  return must(trySaving(by, unit, texts, revision))
}
const linesOf = ({ sections }: Report) =>
  (sections.find(({ id }) => id === OWN_TEXT.id)?.blocks ?? []).flatMap(({ paragraphs }) => paragraphs)
const classLines = async (by: By, unit: Unit) => linesOf(await must(by.call(classReport, unit as never)))
const gradeLines = async (by: By, unit: Unit) => linesOf(await must(by.call(gradeReport, unit as never)))

describe('what is written', () => {
  test('stands in the report of that class or grade, and in no other', async () => {
    await save(as('school01'), school, { work: '全校的工作' })
    await save(as('school01'), grade, { work: '年级的工作' })
    await save(as('school01'), classInGrade, { work: '班级的工作' })
    const by = as('school01')
    expect(linesOf(await must(by.call(schoolReport, school)))).toEqual(['全校的工作'])
    expect(await gradeLines(by, grade)).toEqual(['年级的工作'])
    expect(await gradeLines(by, otherGrade)).toEqual([])
    expect(await classLines(by, classInGrade)).toEqual(['班级的工作'])
    expect(await classLines(by, otherClass)).toEqual([])
  })

  test('is one text of the school, whoever of it writes', async () => {
    await save(as('teacher01'), ownClass, { problems: '班主任写的' })
    const seen = await must(as('school01').call(ownText, ownClass as never))
    expect(seen).toMatchObject({ problems: '班主任写的', revision: 1 })
    await save(as('school01'), ownClass, { problems: '学校改的' })
    expect(await classLines(as('teacher01'), ownClass)).toEqual(['学校改的'])
  })

  test('is read by those above, whose own is not read below', async () => {
    await save(as('teacher01'), ownClass, { problems: '班里的问题' })
    await save(as('region01'), ownClass, { problems: '区里的看法' })
    expect((await classLines(as('region01'), ownClass)).sort()).toEqual(['区里的看法', '班里的问题'].sort())
    expect(await classLines(as('teacher01'), ownClass)).toEqual(['班里的问题'])
    await save(as('region01'), ownClass, {})
  })
})

describe('who may', () => {
  test('a grade head the own grade and its classes', async () => {
    await save(as('grade01'), grade, { next: '年级组的安排' })
    await save(as('grade01'), classInGrade, { next: '给班里的安排' })
    expect(await gradeLines(as('grade01'), grade)).toEqual(['年级组的安排'])
    expect((await trySaving(as('grade01'), otherGrade, { work: '越界' })).code).toBe(602)
    expect((await trySaving(as('grade01'), otherClass, { work: '越界' })).code).toBe(650)
    expect((await trySaving(as('grade01'), school, { work: '越级' })).code).toBe(602)
  })

  test('a class teacher the own class, and no grade even with its report', async () => {
    await save(as('teacher01'), ownClass, { work: '班里的工作' })
    expect((await trySaving(as('teacher01'), otherClass, { work: '越界' })).code).toBe(650)
    expect((await trySaving(as('teacher01'), grade, { work: '越级' })).code).toBe(602)
    const held = (['reports', 'gradeReport', 'classReport', 'writeReportText'] as const).map(permissionId)
    await permit(node.current, 'teacher01', held)
    const [{ gradeNo } = { gradeNo: 0 }] = await rowsOf<{ gradeNo: number }>(
      node.current,
      'select grade_no as "gradeNo" from task_class where plan_id = $1 and class_id = $2',
      [world.planId, ownClass.classId],
    )
    const part = { ...grade, gradeNo }
    await rowsOf(
      node.current,
      `delete from user_class where class_id <> $1 and user_id = (select id from app_user where account = 'teacher01')`,
      [ownClass.classId],
    )
    await save(as('school01'), part, { work: '全年级的话' })
    expect((await trySaving(as('teacher01'), part, { work: '越级' }, 1)).code).toBe(602)
    expect(await gradeLines(as('teacher01'), part)).toEqual([])
    expect(await gradeLines(as('school01'), part)).toEqual(['全年级的话'])
  })

  test('nobody who carries out screenings', async () => {
    const held = (['reports', 'classReport', 'writeReportText'] as const).map(permissionId)
    await permit(node.current, 'hospital01', held)
    expect((await trySaving(as('hospital01'), ownClass, { work: '不该有' })).code).toBe(602)
  })
})

describe('printed and frozen with it', () => {
  // That each format has such texts, whatever the report: own-text.test.ts.
  test.each([
    ['grade', 'xlsx', () => grade],
    ['class', 'docx', () => ownClass],
  ] as const)('%s', async (kind, format, unitOf) => {
    const unit = unitOf()
    const by = as('school01')
    await save(by, unit, { work: '冻结时的话' })
    const order = { report: { kind, query: unit }, format }
    const parts = await zipParts((await must(by.call(downloadReport, order as never))).content as Buffer)
    expect([...parts.values()].some((part) => part.includes('冻结时的话'))).toBe(true)

    const { reportNo } = await freeze(by, kind, unit)
    await save(by, unit, { work: '后来的话' })
    expect(linesOf(await openFrozen(by, reportNo))).toEqual(['冻结时的话'])
    expect(await changesOf(by, reportNo)).toMatchObject({
      texts: [{ what: 'changed', title: '工作开展情况' }],
    })
  })
})
