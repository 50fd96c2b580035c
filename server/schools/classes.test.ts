// Classes of a grade: one name each however it is written, closed with a past, removed without one.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { newGrade, newSchool, newSchoolTask, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'

const app = useApp()
const { addClass, editClass, deleteClass, classDetail, classList, unusedClassNameList, getClassByOrg } =
  schoolEndpoints
const { addStudent, deleteStudents, leaveStudents, moveStudents } = studentEndpoints

const region = demoUser(app, 'region01')
const school = demoUser(app, 'school01')
let orgId: number
let gradeId: number
beforeAll(async () => {
  orgId = await newSchool(app.current, region, { stages: [2, 3] })
})
let grades = 0
beforeEach(async () => {
  grades += 1
  if (grades % 6 === 1) orgId = await newSchool(app.current, region, { stages: [2, 3] })
  gradeId = (await newGrade(region, orgId, 2, ((grades - 1) % 6) + 1, 0)).gradeId
})
const namesOf = async () =>
  (await must(region.call(classList, { orgId, gradeId }))).map((row) => row.className)
const add = (...classNames: string[]) => region.call(addClass, { gradeId, classNames })
const addOne = async (className = '1班') => (await must(add(className))).classIds[0] ?? 0

describe('a new class', () => {
  test('has one name however it is written', async () => {
    await must(add('（１）班', '二班', ' 3 班 ', '[4]', '十二班', '实验班', '2024级1班'))
    expect(await namesOf()).toEqual(['1班', '2班', '3班', '4班', '12班', '实验班', '2024级1班'])
    for (const again of ['1班', '(1)班', '一班', '1', '１', '实 验 班'])
      expect(await add(again)).toMatchObject({ code: 700, message: '同名班级已存在，请换一个名称' })
    expect(await namesOf()).toHaveLength(7)
  })

  test('is made once where it is named twice in one call, and all or none', async () => {
    expect((await must(add('1班', '一班', '2班'))).classIds).toHaveLength(2)
    expect((await add('3班', '2班')).code).toBe(700)
    expect(await namesOf()).toEqual(['1班', '2班'])
  })

  test('is made once by two at once', async () => {
    const other = await app.current.otherNode()
    const token = await app.current.login('region01')
    const answers = await Promise.all(
      [app.current, other, app.current, other].map((node) =>
        node.as(token).call(addClass, { gradeId, classNames: ['1班'] }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 700, 700, 700])
    expect(await namesOf()).toEqual(['1班'])
  })

  test.each([
    [[''], 650],
    [['  '], 650],
    [['\u200b'], 650],
    [['长'.repeat(13)], 700],
    [[], 400],
    [Array.from({ length: 31 }, (_, n) => `${n + 1}班`), 400],
  ])('named %j is refused: %i', async (classNames, code) => {
    expect((await region.call(addClass, { gradeId, classNames })).code).toBe(code)
  })

  test('is offered the names that are free', async () => {
    await must(add('1班', '3班', '实验班'))
    const offered = await must(region.call(unusedClassNameList, { gradeId }))
    expect(offered.slice(0, 3)).toEqual(['2班', '4班', '5班'])
    expect(offered).toHaveLength(28)
  })

  test('is for who may, in the own range', async () => {
    expect((await school.call(addClass, { gradeId, classNames: ['1班'] })).code).toBe(650)
    expect((await school.call(unusedClassNameList, { gradeId })).code).toBe(650)
    for (const account of ['province01', 'teacher01', 'grade01']) {
      const by = await signedIn(app.current, account)
      expect((await by.call(addClass, { gradeId, classNames: ['1班'] })).code).toBe(602)
    }
  })
})

describe('a class', () => {
  test('tells its figures and its teachers', async () => {
    const classId = await addOne()
    await newStudent(region, classId)
    const { userId } = await newUser(app.current, orgId, 45)
    await app.current.sql(`insert into user_class values (${userId}, ${classId})`)
    expect(await must(region.call(classDetail, { classId }))).toMatchObject({
      className: '1班',
      studentCount: 1,
      maleCount: 1,
      teachers: [{ userId }],
    })
    expect((await school.call(classDetail, { classId })).code).toBe(650)
    const groups = await must(region.call(getClassByOrg, { orgId }))
    expect(groups.find((grade) => grade.gradeId === gradeId)?.classes).toMatchObject([{ classId }])
  })

  test('is renamed once by two at once, and not to the name of another', async () => {
    const classId = await addOne()
    await must(add('2班'))
    const edit = (className: string, version = 1) => region.call(editClass, { classId, className, version })
    expect(await edit('（2）班')).toMatchObject({ code: 700, message: '同名班级已存在，请换一个名称' })
    expect((await edit('', 1)).code).toBe(650)
    const both = await Promise.all([edit('甲班'), edit('乙班')])
    expect(both.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect((await edit('丙班')).message).toBe('数据已被他人修改，请刷新后重试')
    expect(await must(edit('三班', 2))).toEqual({ version: 3 })
    expect(await namesOf()).toEqual(['2班', '3班'])
    expect((await school.call(editClass, { classId, className: '9班', version: 3 })).code).toBe(650)
  })

  test('with students is not deleted', async () => {
    const classId = await addOne()
    const { studentId } = await newStudent(region, classId)
    expect(await region.call(deleteClass, { classId })).toMatchObject({
      code: 700,
      message: '1班还有1名学生，请先调班或办理转出',
    })
    await must(region.call(deleteStudents, { studentIds: [studentId] }))
    await must(region.call(deleteClass, { classId }))
    expect(await rowsOf(app.current, 'select 1 from class where id = $1', [classId])).toEqual([])
    expect((await region.call(deleteClass, { classId })).code).toBe(650)
  })

  test('with a past is closed, takes nobody in, and leaves its name to another', async () => {
    const classId = await addOne()
    const { studentId } = await newStudent(region, classId)
    await must(region.call(leaveStudents, { studentIds: [studentId] }))
    await must(region.call(deleteClass, { classId }))
    const [row] = await rowsOf(
      app.current,
      'select closed_on is not null as closed from class where id = $1',
      [classId],
    )
    expect(row?.closed).toBe(true)
    expect(await namesOf()).toEqual([])
    const other = await newStudent(region, await addOne('1班'))
    const closed = { code: REFUSALS.notInThisState, message: '该班级已毕业或停用，请选择其他班级' }
    const child = { classId, name: '测新生', studentType: 3, sex: 1, birthDate: '2016-01-01' } as const
    expect(await region.call(addStudent, child)).toMatchObject(closed)
    const move = { studentIds: [other.studentId], newClassId: classId }
    expect(await region.call(moveStudents, move)).toMatchObject(closed)
    expect(await region.call(editClass, { classId, className: '9班', version: 2 })).toMatchObject(closed)
    expect(await region.call(deleteClass, { classId })).toMatchObject(closed)
    const [period] = await rowsOf(
      app.current,
      'select to_on is not null as ended from class_period where class_id = $1',
      [classId],
    )
    expect(period?.ended).toBe(true)
  })

  test('is not deleted under somebody who is entered at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const classId = await addOne()
      const child = {
        classId,
        name: '测抢先',
        studentType: 3,
        sex: 1,
        birthDate: `2016-01-0${round + 1}`,
      } as const
      const [added, deleted] = await Promise.all([
        region.call(addStudent, child),
        region.call(deleteClass, { classId }),
      ])
      expect([added.success, deleted.success].filter(Boolean)).toHaveLength(1)
      expect(added.status).toBe(200)
      if (added.success) {
        await must(region.call(deleteStudents, { studentIds: [added.data.studentId] }))
        await must(region.call(deleteClass, { classId }))
      }
    }
  })

  test('is not deleted while a task is under way, and the plan is named', async () => {
    const held = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, held, 2, 1, 1)
    const classId = classIds[0] ?? 0
    await newSchoolTask(app.current, held, '秋季普查', 0)
    await newSchoolTask(app.current, held, '春季视力筛查')
    expect(await region.call(deleteClass, { classId })).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '筛查计划“春季视力筛查”进行中，暂不能操作',
    })
    await app.current.sql(`update task set status = 2 where school_org_id = ${held} and status = 1`)
    await must(region.call(deleteClass, { classId }))
  })

  test('is on record with what was done to it', async () => {
    const classId = await addOne()
    await must(region.call(editClass, { classId, className: '5班', version: 1 }))
    await must(region.call(deleteClass, { classId }))
    const rows = await rowsOf<{ action: string }>(
      app.current,
      "select action from audit_log where object_type = 'class' and object_id = $1 and success order by id",
      [String(classId)],
    )
    expect(rows.map(({ action }) => action)).toEqual(['class.add', 'class.edit', 'class.delete'])
  })
})
