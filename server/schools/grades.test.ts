// Grades of a school: their names by stage and system, once each, corrected and deleted only without a past.
import { beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newSchoolTask, newStudent } from '../testing/roster.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const app = useApp()
const { addGrade, editGrade, deleteGrade, gradeDetail, gradeList, getGradeGroup, getGradeListByOrg } =
  schoolEndpoints
const { deleteClass, schoolStages } = schoolEndpoints
const { advance, undoAdvance } = studentEndpoints

const region = demoUser(app, 'region01')
const school = demoUser(app, 'school01')
let orgId: number
beforeEach(async () => {
  orgId = await newSchool(app.current, region, { stages: [2, 3] })
})
const namesOf = async (id = orgId) =>
  (await must(region.call(gradeList, { orgId: id }))).map(({ gradeName }) => gradeName)

describe('a new grade', () => {
  test.each([
    [
      63,
      [2, 3],
      [
        [2, 1, '一年级'],
        [2, 6, '六年级'],
        [3, 1, '初一'],
        [3, 3, '初三'],
      ],
    ],
    [
      54,
      [2, 3],
      [
        [2, 5, '五年级'],
        [3, 1, '预初'],
        [3, 2, '初一'],
        [3, 4, '初三'],
      ],
    ],
    [
      63,
      [1],
      [
        [1, 0, '托班'],
        [1, 1, '小班'],
        [1, 3, '大班'],
      ],
    ],
    [
      63,
      [4, 5],
      [
        [4, 2, '高二'],
        [5, 1, '职高一'],
      ],
    ],
    [
      63,
      [6, 7],
      [
        [6, 3, '大三'],
        [7, 4, '大四'],
      ],
    ],
  ] as const)('of system %i and stages %j is named as it should', async (schoolSystem, stages, grades) => {
    const id = await newSchool(app.current, region, { schoolSystem, stages: [...stages] })
    for (const [prefix, gradeNo] of grades) await newGrade(region, id, prefix, gradeNo, 1)
    expect(await namesOf(id)).toEqual(grades.map(([, , name]) => name))
  })

  test.each([
    [{ prefix: 2, gradeNo: 7 }, 400],
    [{ prefix: 2, gradeNo: 0 }, 700],
    [{ prefix: 3, gradeNo: 4 }, 700],
    [{ prefix: 4, gradeNo: 1 }, 700],
    [{ prefix: 8, gradeNo: 1 }, 400],
    [{ prefix: 2, gradeNo: 1.5 }, 400],
    [{ prefix: 2, gradeNo: 1, classCount: 31 }, 400],
  ])('%j is refused: %i', async (fields, code) => {
    expect((await region.call(addGrade, { orgId, ...fields } as never)).code).toBe(code)
    expect(await namesOf()).toEqual([])
  })

  test('brings its classes along, with the year they entered', async () => {
    await must(region.call(addGrade, { orgId, prefix: 2, gradeNo: 3, classCount: 4 }))
    const [grade] = await must(region.call(gradeList, { orgId }))
    expect(grade?.classes.map(({ className }) => className)).toEqual(['1班', '2班', '3班', '4班'])
    const [{ year } = { year: 0 }] = await rowsOf<{ year: number }>(
      app.current,
      "select extract(year from (now() at time zone 'Asia/Shanghai') - interval '8 months')::int as year",
    )
    expect(new Set(grade?.classes.map(({ classYear }) => classYear))).toEqual(new Set([year - 2]))
  })

  test('stands once, also when two add it at once', async () => {
    const add = () => region.call(addGrade, { orgId, prefix: 2, gradeNo: 1 })
    const answers = await Promise.all([add(), add(), add(), add()])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700, 700])
    expect((await add()).message).toBe('一年级已存在')
  })

  test('is for who may, in the own range', async () => {
    const grade = { orgId, prefix: 2, gradeNo: 1 } as const
    expect((await school.call(addGrade, grade)).code).toBe(616)
    for (const account of ['province01', 'teacher01', 'hospital01'])
      expect((await (await signedIn(app.current, account)).call(addGrade, grade)).code).toBe(602)
    expect((await region.call(addGrade, { ...grade, orgId: 999_999 })).code).toBe(616)
  })
})

describe('what a stage can have', () => {
  test('is answered with the grades that are there', async () => {
    const { gradeId } = await newGrade(region, orgId, 3, 2, 1)
    for (const endpoint of [getGradeGroup, schoolStages]) {
      const [primary, junior] = await must(region.call(endpoint, { orgId }))
      expect(primary?.grades.map(({ gradeName }) => gradeName).join()).toBe(
        '一年级,二年级,三年级,四年级,五年级,六年级',
      )
      expect(junior?.grades.map((grade) => grade.gradeId)).toEqual([null, gradeId, null])
    }
    expect(await must(region.call(getGradeListByOrg, { orgId, prefix: 2 }))).toEqual([])
    expect(await must(region.call(getGradeListByOrg, { orgId, prefix: 3 }))).toMatchObject([
      { gradeId, gradeName: '初二' },
    ])
  })
})

describe('a grade', () => {
  test('tells its figures and its heads', async () => {
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, 2)
    await newStudent(region, classIds[1] ?? 0)
    const { userId } = await newUser(app.current, orgId, 40)
    await app.current.sql(`insert into user_grade values (${userId}, ${gradeId})`)
    expect(await must(region.call(gradeDetail, { gradeId }))).toMatchObject({
      gradeName: '一年级',
      classCount: 2,
      studentCount: 1,
      heads: [{ userId, realName: '测老师' }],
    })
    expect((await school.call(gradeDetail, { gradeId })).code).toBe(650)
    expect((await region.call(gradeDetail, { gradeId: 999_999 })).code).toBe(650)
  })

  test('is corrected, and its classes with it', async () => {
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, 1)
    await newStudent(region, classIds[0] ?? 0)
    const [before] = await must(region.call(gradeList, { orgId }))
    expect(await must(region.call(editGrade, { gradeId, gradeNo: 3, version: 1 }))).toEqual({ version: 2 })
    const [after] = await must(region.call(gradeList, { orgId }))
    expect(after?.gradeName).toBe('三年级')
    expect(after?.classes[0]?.classYear).toBe((before?.classes[0]?.classYear ?? 0) - 2)
  })

  test('is not corrected to one that is there, that the stage has not, or that changed meanwhile', async () => {
    const { gradeId } = await newGrade(region, orgId, 2, 1, 1)
    await newGrade(region, orgId, 2, 2, 1)
    const edit = (gradeNo: number, version = 1) => region.call(editGrade, { gradeId, gradeNo, version })
    expect(await edit(2)).toMatchObject({ code: 700, message: '二年级已存在' })
    expect((await edit(0)).message).toBe('该学段没有这个年级')
    expect((await edit(3, 7)).message).toBe('数据已被他人修改，请刷新后重试')
    const both = await Promise.all([edit(3), edit(4)])
    expect(both.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect((await school.call(editGrade, { gradeId, gradeNo: 5, version: 2 })).code).toBe(650)
  })

  test('that classes have gone through keeps its name', async () => {
    const { gradeId } = await newGrade(region, orgId, 2, 1, 1)
    await must(region.call(advance, { orgId }))
    expect(await region.call(editGrade, { gradeId, gradeNo: 5, version: 1 })).toMatchObject({
      code: 700,
      message: '一年级有历届班级的记录，不能更正',
    })
    expect((await region.call(deleteGrade, { gradeId })).message).toBe('一年级有历届班级的记录，不能删除')
  })

  test('is deleted when it has no classes', async () => {
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, 2)
    expect((await region.call(deleteGrade, { gradeId })).message).toBe('一年级还有2个班级，请先删除班级')
    for (const classId of classIds) await must(region.call(deleteClass, { classId }))
    await must(region.call(deleteGrade, { gradeId }))
    expect(await namesOf()).toEqual([])
    expect((await region.call(deleteGrade, { gradeId })).code).toBe(650)
  })

  test('that a promotion was led out of and back into can be emptied and deleted', async () => {
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, 1)
    const { advanceId } = await must(region.call(advance, { orgId }))
    await must(region.call(undoAdvance, { orgId, advanceId }))
    expect(await namesOf()).toEqual(['一年级'])
    await must(region.call(deleteClass, { classId: classIds[0] ?? 0 }))
    await must(region.call(deleteGrade, { gradeId }))
    expect(await namesOf()).toEqual([])
  })
})

test('a task under way blocks grades and promotion, and the plan is named', async () => {
  const { gradeId } = await newGrade(region, orgId, 2, 1, 0)
  await newSchoolTask(app.current, orgId, '春季视力筛查')
  const held = { code: REFUSALS.notInThisState, message: '筛查计划“春季视力筛查”进行中，暂不能操作' }
  expect(await region.call(deleteGrade, { gradeId })).toMatchObject(held)
  expect(await region.call(editGrade, { gradeId, gradeNo: 2, version: 1 })).toMatchObject(held)
  expect(await region.call(advance, { orgId })).toMatchObject(held)
  expect((await must(region.call(studentEndpoints.advancePreview, { orgId }))).blocked).toBeTruthy()
  // Adding takes nothing away from it.
  expect((await region.call(addGrade, { orgId, prefix: 2, gradeNo: 4 })).success).toBe(true)
  await app.current.sql(`update task set status = 2 where school_org_id = ${orgId}`)
  await must(region.call(deleteGrade, { gradeId }))
})

test('every change of a grade is on record', async () => {
  const { gradeId } = await newGrade(region, orgId, 2, 1, 0)
  await must(region.call(editGrade, { gradeId, gradeNo: 2, version: 1 }))
  await must(region.call(deleteGrade, { gradeId }))
  const rows = await rowsOf<{ action: string }>(
    app.current,
    "select action from audit_log where object_type = 'grade' and object_id = $1 and success order by id",
    [String(gradeId)],
  )
  expect(rows.map(({ action }) => action)).toEqual(['grade.add', 'grade.edit', 'grade.delete'])
})

test('a school sees its own grades by the same calls', async () => {
  const own = await orgIdOf(app.current, '330106-school-1')
  const tree = await must(school.call(gradeList, { orgId: own }))
  expect(tree.map(({ gradeName }) => gradeName)).toContain('三年级')
  expect((await school.call(gradeList, { orgId })).code).toBe(616)
  const teacher = await signedIn(app.current, 'teacher01')
  const seen = await must(teacher.call(gradeList, { orgId: own }))
  const classNamesOf = ({ classes }: (typeof seen)[number]) => classes.map(({ className }) => className)
  expect(seen.map((grade) => [grade.gradeName, ...classNamesOf(grade)])).toEqual([['三年级', '1班', '2班']])
  const head = await signedIn(app.current, 'grade01')
  expect((await must(head.call(gradeList, { orgId: own }))).map(({ gradeName }) => gradeName)).toEqual([
    '四年级',
  ])
})
