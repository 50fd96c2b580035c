// Undoing a promotion: everything as it was, as long as nothing stands on it.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { apply, decide, leave, nextYear, recordIdOf, underWay } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../../testing/roster.ts'
import { faults, snapshotOf, studentPlace } from '../../testing/roster-state.ts'
import { untilLocksAreAwaited } from '../../testing/transaction.ts'

const app = useApp()
const { advance, undoAdvance, advancePreview } = studentEndpoints
const { moveStudents, addStudent, recoverStudents, renameStudent, leaveStudents } = studentEndpoints
const { addClass, editClass, deleteClass, deleteGrade, gradeList } = schoolEndpoints

const region = demoUser(app, 'region01')
const health = demoUser(app, accountOf('330106-卫健'))
let elsewhere: { orgId: number; classId: number }
beforeAll(async () => {
  const orgId = await newSchool(app.current, region)
  elsewhere = { orgId, classId: (await newGrade(region, orgId, 2, 3, 1)).classIds[0] ?? 0 }
})

type Pupil = Awaited<ReturnType<typeof newStudent>>
/** 一年级, 二年级, 六年级 and 初三 with two classes each: promotion has to make some grades. */
let school: { orgId: number; first: number[]; last: number[]; pupils: Pupil[]; graduate: Pupil }
beforeEach(async () => {
  const orgId = await newSchool(app.current, region, { stages: [2, 3] })
  const { classIds: first } = await newGrade(region, orgId, 2, 1, 2)
  await newGrade(region, orgId, 2, 2, 2)
  const { classIds: last } = await newGrade(region, orgId, 2, 6, 2)
  const { classIds: leaving } = await newGrade(region, orgId, 3, 3, 2)
  const pupils = [await newStudent(region, first[0] ?? 0), await newStudent(region, last[0] ?? 0)]
  const graduate = await newStudent(region, leaving[0] ?? 0)
  school = { orgId, first, last, pupils, graduate }
})

const promote = (more: object = {}) =>
  must(region.call(advance, { orgId: school.orgId, continueStages: [2], ...more }))
const undo = (advanceId: number, by: By = region) => by.call(undoAdvance, { orgId: school.orgId, advanceId })
const undoBlocked = async () =>
  (await must(region.call(advancePreview, { orgId: school.orgId }))).last?.undoBlocked

describe('restores everything', () => {
  test.each([[[2]], [[]]])('where stages %j go on', async (continueStages) => {
    const gone = await newStudent(region, school.first[1] ?? 0)
    await leave(region, [gone.studentId])
    const before = await snapshotOf(app.current, school.orgId)
    const { advanceId } = await promote({ continueStages })
    expect(await snapshotOf(app.current, school.orgId)).not.toEqual(before)
    expect((await undo(advanceId)).data).toEqual({ changed: 8 })
    expect(await snapshotOf(app.current, school.orgId)).toEqual(before)
    expect(await faults(app.current)).toEqual([])
  })

  test('in the second year too, with the year in which a class entered its stage', async () => {
    await app.current.sql(`update class set entry_year = entry_year - 3 where org_id = ${school.orgId};
      update class_period set school_year = school_year - 3 where class_id in
        (select id from class where org_id = ${school.orgId})`)
    await promote({ continueStages: [] })
    await nextYear(app.current, school.orgId)
    const before = await snapshotOf(app.current, school.orgId)
    await must(undo((await promote()).advanceId))
    expect(await snapshotOf(app.current, school.orgId)).toEqual(before)
  })

  test('so that it can be done again, with the same result', async () => {
    const { advanceId } = await promote()
    const after = await snapshotOf(app.current, school.orgId)
    await must(undo(advanceId))
    expect((await must(region.call(advancePreview, { orgId: school.orgId }))).blocked).toBeNull()
    const again = await promote()
    expect(again.advanceId).not.toBe(advanceId)
    const withoutIds = (rows: Awaited<ReturnType<typeof snapshotOf>>) =>
      rows.filter(({ of }) => of === 'student')
    expect(withoutIds(await snapshotOf(app.current, school.orgId))).toEqual(withoutIds(after))
    expect(await faults(app.current)).toEqual([])
  })

  test('and a grade that somebody has put to use meanwhile stays, and can be deleted', async () => {
    const { advanceId } = await promote()
    const tree = await must(region.call(gradeList, { orgId: school.orgId }))
    const third = tree.find(({ gradeName }) => gradeName === '三年级')?.gradeId ?? 0
    const head = app.current.db.selectFrom('appUser').select('id').where('account', '=', 'grade01')
    await app.current.sql(
      `insert into user_grade values (${(await head.executeTakeFirstOrThrow()).id}, ${third})`,
    )
    await must(undo(advanceId))
    const names = (await must(region.call(gradeList, { orgId: school.orgId }))).map(
      ({ gradeName }) => gradeName,
    )
    expect(names).toEqual(['一年级', '二年级', '三年级', '六年级', '初三'])
    expect((await region.call(deleteGrade, { gradeId: third })).code).toBe(200)
  })

  test('also after the name of a student was corrected', async () => {
    const { advanceId } = await promote()
    const { studentId } = school.pupils[0] as Pupil
    await must(region.call(renameStudent, { studentId, name: '测改名' }))
    expect(await undoBlocked()).toBeNull()
    expect((await undo(advanceId)).code).toBe(200)
  })
})

describe('is refused', () => {
  const STUDENTS = '升级后已有学生变动，不能撤销'
  const CLASSES = '升级后已有班级变动，不能撤销'
  const afterwards: [string, () => Promise<unknown>, string][] = [
    [
      'a student was moved',
      () =>
        must(
          region.call(moveStudents, {
            studentIds: [school.pupils[0]?.studentId ?? 0],
            newClassId: school.first[1] ?? 0,
          }),
        ),
      STUDENTS,
    ],
    ['a student left', () => leave(region, [school.pupils[1]?.studentId ?? 0]), STUDENTS],
    ['a student came', () => newStudent(region, school.first[0] ?? 0), STUDENTS],
    [
      'a graduate was taken back',
      async () => {
        const recordIds = [await recordIdOf(app.current, school.graduate.studentId)]
        await must(region.call(recoverStudents, { recordIds, classId: school.first[0] }))
      },
      STUDENTS,
    ],
    [
      'a student was transferred away',
      async () => {
        await must(decide(health, [await apply(region, school.pupils[0]?.studentId ?? 0, elsewhere)]))
      },
      STUDENTS,
    ],
    [
      'a class was renamed',
      async () => {
        const [classId = 0] = school.first
        const { version } = await must(region.call(schoolEndpoints.classDetail, { classId }))
        await must(region.call(editClass, { classId, className: '实验班', version }))
      },
      CLASSES,
    ],
    [
      'a class was added',
      async () => {
        const { gradeId } = await must(
          region.call(schoolEndpoints.classDetail, { classId: school.first[0] ?? 0 }),
        )
        await must(region.call(addClass, { gradeId, classNames: ['9班'] }))
      },
      CLASSES,
    ],
    [
      'a graduate is at another school',
      async () => {
        const { name, idCard } = school.graduate
        await must(region.call(addStudent, { classId: elsewhere.classId, name, idCard }))
      },
      '1名毕业生已另行就读，不能撤销',
    ],
    [
      'a graduate was transferred',
      async () => {
        const { name, idCard } = school.graduate
        const target = { newOrgId: elsewhere.orgId, newClassId: elsewhere.classId }
        const asked = await must(region.call(studentEndpoints.applyTransfer, { name, idCard, ...target }))
        await must(decide(health, [asked.applicationId]))
      },
      '1名毕业生已另行就读，不能撤销',
    ],
  ]
  test.each(afterwards)('after %s', async (_, change, message) => {
    const { advanceId } = await promote()
    expect(await undoBlocked()).toBeNull()
    await change()
    const before = await snapshotOf(app.current, school.orgId)
    expect(await undoBlocked()).toBe(message)
    expect(await undo(advanceId)).toMatchObject({ code: REFUSALS.notInThisState, message })
    expect(await snapshotOf(app.current, school.orgId)).toEqual(before)
    expect(await faults(app.current)).toEqual([])
  })

  test('after a class with a past was closed', async () => {
    const { advanceId } = await promote()
    const [classId = 0] = school.first
    await must(
      region.call(moveStudents, {
        studentIds: [school.pupils[0]?.studentId ?? 0],
        newClassId: school.first[1] ?? 0,
      }),
    )
    await must(region.call(deleteClass, { classId }))
    expect((await undo(advanceId)).code).toBe(REFUSALS.notInThisState)
  })

  test('a second time, for another promotion and for the one of last year', async () => {
    const { advanceId } = await promote()
    expect((await undo(advanceId + 1)).message).toBe('没有可以撤销的升级，可能已被他人撤销')
    await must(undo(advanceId))
    expect((await undo(advanceId)).message).toBe('没有可以撤销的升级，可能已被他人撤销')
    const first = await promote()
    await nextYear(app.current, school.orgId)
    const second = await promote()
    expect((await undo(first.advanceId)).code).toBe(REFUSALS.changedMeanwhile)
    await must(undo(second.advanceId))
    expect(await undoBlocked()).not.toBeNull()
    expect((await undo(first.advanceId)).code).toBe(REFUSALS.notInThisState)
  })

  test('while a task is under way, outside the range and without the permission', async () => {
    const { advanceId } = await promote()
    const end = await underWay(app.current, school.orgId)
    expect((await undo(advanceId)).message).toContain('进行中，暂不能操作')
    await end()
    for (const account of [accountOf('330109-教育'), 'school01'])
      expect((await undo(advanceId, demoUser(app, account))).code).toBe(616)
    expect((await undo(advanceId, demoUser(app, 'teacher01'))).code).toBe(602)
    expect((await undo(advanceId, health)).code).toBe(200)
  })
})

describe('at once', () => {
  test('by ten on two nodes: one undoes, the others are refused, and all is restored', async () => {
    const before = await snapshotOf(app.current, school.orgId)
    const { advanceId } = await promote()
    const nodes = [app.current, await app.current.otherNode()]
    const token = await app.current.login('region01')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => undo(advanceId, (nodes[index % 2] as TestApp).as(token))),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(REFUSALS.changedMeanwhile)])
    expect(await snapshotOf(app.current, school.orgId)).toEqual(before)
  })

  test('with another school that takes in a graduate: the graduate is in one place', async () => {
    for (let round = 0; round < 6; round++) {
      const { advanceId } = await promote()
      const { studentId, name, idCard } = school.graduate
      const taking = region.call(addStudent, { classId: elsewhere.classId, name, idCard })
      const [undone, taken] = await Promise.all([undo(advanceId), taking])
      expect([undone.code, taken.code]).toEqual(
        undone.code === 200 ? [200, 655] : [REFUSALS.notInThisState, 200],
      )
      expect(await faults(app.current)).toEqual([])
      if (undone.code === 200) continue
      // Back to where they were, for the next round.
      await leave(region, [studentId])
      await app.current.sql(`delete from enrolment where student_id = ${studentId} and org_id = ${elsewhere.orgId};
        update student set org_id = ${school.orgId}, left_as = 20 where id = ${studentId}`)
      await must(undo(advanceId))
    }
  })

  /** Locks a table or row until released, as a slow neighbour would. */
  async function holding(statement: string) {
    const client = await app.current.data.requests.pool.connect()
    await client.query('begin')
    await client.query(statement)
    return async () => {
      await client.query('commit')
      client.release()
    }
  }
  const leaving = () => region.call(leaveStudents, { studentIds: [school.pupils[0]?.studentId ?? 0] })

  test('what the promotion waited for was before it', async () => {
    const letGo = await holding(`select 1 from school where org_id = ${school.orgId} for share`)
    const promoting = promote()
    await untilLocksAreAwaited(app.current)
    expect((await leaving()).code).toBe(200)
    await letGo()
    const { advanceId } = await promoting
    expect(await undoBlocked()).toBeNull()
    expect((await undo(advanceId)).code).toBe(200)
    expect(await studentPlace(app.current, school.pupils[0]?.studentId ?? 0)).toMatchObject({ leftAs: 10 })
  })

  test('what began earlier but waited for the promotion was after it', async () => {
    const letGo = await holding('lock table class in access exclusive mode')
    const left = leaving()
    await untilLocksAreAwaited(app.current)
    const promoting = promote()
    await untilLocksAreAwaited(app.current, 2)
    await letGo()
    const { advanceId } = await promoting
    expect((await left).code).toBe(200)
    expect(await undoBlocked()).toBe('升级后已有学生变动，不能撤销')
    expect((await undo(advanceId)).code).toBe(REFUSALS.notInThisState)
    expect(await faults(app.current)).toEqual([])
  })
})
