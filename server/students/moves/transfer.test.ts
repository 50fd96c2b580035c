// Between schools: one side asks, an administrator above both decides, the student moves with the history.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { today } from '../../testing/days.ts'
import { apply, decide, leave } from '../../testing/life-cycle.ts'
import { accountOf, type By, demoUser, must } from '../../testing/people.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../../testing/roster.ts'
import { enrolmentsOf, faults, studentPlace } from '../../testing/roster-state.ts'
import { orgIdOf } from '../../testing/rows.ts'

const app = useApp()
const { applyTransfer, transferTargets, transferTargetClasses, addStudent, historyInfo } = studentEndpoints
const { approvalDetail, approvalPageList } = approvalEndpoints

type Place = { orgId: number; classId: number }
const region = demoUser(app, 'region01')
const health = demoUser(app, accountOf('330106-卫健'))
const city = demoUser(app, 'city01')
const province = demoUser(app, 'province01')
const neighbour = demoUser(app, accountOf('330109-教育'))
const giving = demoUser(app, 'school01')
const taking = demoUser(app, accountOf('330109-school-1'))
/** 西湖实验小学, a school of 萧山区 and one of 宁波. */
let from: Place
let to: Place
let far: Place
beforeAll(async () => {
  from = await placeIn('330106-school-1')
  to = await placeIn('330109-school-1')
  far = await placeIn('330203-school-1')
})
beforeEach(() => app.current.sql('delete from approval; delete from message'))

async function placeIn(orgKey: string): Promise<Place> {
  const orgId = await orgIdOf(app.current, orgKey)
  const classes = app.current.db.selectFrom('class').select('id').where('orgId', '=', orgId)
  const { id } = await classes.where('closedOn', 'is', null).orderBy('id').executeTakeFirstOrThrow()
  return { orgId, classId: id }
}
const userId = async (account: string) => {
  const users = app.current.db.selectFrom('appUser').select('id').where('account', '=', account)
  return (await users.executeTakeFirstOrThrow()).id
}
const target = ({ orgId, classId }: Place) => ({ newOrgId: orgId, newClassId: classId })
const pupil = () => newStudent(giving, from.classId)
const titles = async (by: By) =>
  (await must(by.call(messageEndpoints.inbox, {}))).list.map(({ title }) => title)
const openCount = async () =>
  (
    await app.current.db
      .selectFrom('approval')
      .select('id')
      .where('status', '=', 0)
      .where('kind', '=', 'transfer')
      .execute()
  ).length

describe('where one can go', () => {
  test('are all schools of the province by name, and their classes without head counts', async () => {
    const page = await must(giving.call(transferTargets, { keyword: '海曙实验' }))
    expect(page.list).toMatchObject([{ orgId: far.orgId, orgName: '海曙实验小学' }])
    const grades = await must(giving.call(transferTargetClasses, { orgId: far.orgId }))
    expect(grades[0]).toMatchObject({
      gradeName: '一年级',
      classes: [{ classId: far.classId, className: '1班' }],
    })
    expect(JSON.stringify(grades)).not.toMatch(/count/i)
    const pending = await must(giving.call(transferTargets, { keyword: '新城外国语' }))
    expect(pending.list).toEqual([])
  })
})

describe('applying', () => {
  test('from the giving side by id tells the other side, and nobody of the origin', async () => {
    const { studentId, name } = await pupil()
    const applicationId = await apply(giving, studentId, to)
    expect(await titles(taking)).toEqual(['有新的转学申请'])
    expect(await titles(giving)).toEqual([])
    const seen = await must(taking.call(approvalDetail, { approvalId: applicationId }))
    expect(seen).toMatchObject({ title: `${name} 转入 萧山实验小学`, decidable: false })
    expect(JSON.stringify(seen)).not.toContain('西湖')
    const letters = await app.current.db.selectFrom('message').select('body').execute()
    expect(JSON.stringify(letters)).not.toContain('西湖')
    expect(await studentPlace(app.current, studentId)).toMatchObject(from)
  })

  test('from the taking side by document and name', async () => {
    const { studentId, name, idCard } = await pupil()
    const answer = await taking.call(applyTransfer, { idCard: idCard.toLowerCase(), name, ...target(to) })
    expect(answer.code).toBe(200)
    expect(JSON.stringify(answer.data)).toBe(`{"applicationId":${answer.data.applicationId}}`)
    expect(await titles(giving)).toEqual(['有新的转学申请'])
    const row = app.current.db.selectFrom('approval').selectAll()
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      studentId,
      fromOrgId: from.orgId,
      toOrgId: to.orgId,
      applicantOrgId: to.orgId,
      status: 0,
    })
  })

  test('by a permit that looks like an id card finds who came with it', async () => {
    const permit = '810000201605120016'
    const fields = { studentType: 2 as const, passportNo: permit, sex: 1 as const, birthDate: '2016-05-12' }
    await must(giving.call(addStudent, { classId: from.classId, name: '测港生', ...fields }))
    for (const document of [{ idCard: permit }, { passportNo: permit }])
      expect((await taking.call(applyTransfer, { ...document, name: '测港生', ...target(to) })).code).toBe(
        200,
      )
    expect(await openCount()).toBe(1)
  })

  test('with a wrong name and with a wrong number answers alike', async () => {
    const { idCard, name } = await pupil()
    const wrongName = await taking.call(applyTransfer, { idCard, name: '测错名', ...target(to) })
    const wrongNumber = await taking.call(applyTransfer, { idCard: newIdCard(), name, ...target(to) })
    const nonsense = await taking.call(applyTransfer, { idCard: 'ABC', name, ...target(to) })
    for (const { code, message, data, status } of [wrongName, wrongNumber, nonsense])
      expect({ code, message, data, status }).toEqual({
        code: 650,
        message: '没有找到该学生，请核对证件号和姓名',
        data: null,
        status: 200,
      })
    expect(await openCount()).toBe(0)
  })

  test('twice is one application and one message, also at once on two nodes', async () => {
    const { studentId } = await pupil()
    const other = await app.current.otherNode()
    const token = await app.current.login('school01')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? other : app.current).as(token).call(applyTransfer, { studentId, ...target(to) }),
      ),
    )
    const idsOf = new Set(answers.map(({ data }) => data.applicationId))
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200))
    expect(idsOf.size).toBe(1)
    expect(await apply(giving, studentId, to)).toBe([...idsOf][0])
    expect(await titles(taking)).toEqual(['有新的转学申请'])
  })

  test('in the name of somebody else is a breach: 616', async () => {
    const { studentId } = await pupil()
    const ask = (claim: object) => giving.call(applyTransfer, { studentId, ...target(to), ...claim })
    expect((await ask({ applicationUserId: await userId('region01') })).code).toBe(616)
    expect((await ask({ applicationOrgId: to.orgId })).code).toBe(616)
    expect(await openCount()).toBe(0)
    const own = { applicationUserId: await userId('school01'), applicationOrgId: from.orgId }
    expect((await ask(own)).code).toBe(200)
  })

  test('into a class of another school, an unknown or a closed one is refused: 650', async () => {
    const { studentId, name, idCard } = await pupil()
    const ask = (place: object) => giving.call(applyTransfer, { studentId, ...target(to), ...place })
    expect((await ask({ newClassId: far.classId })).code).toBe(650)
    expect((await ask({ newClassId: 99_999_999 })).code).toBe(650)
    const orgId = await newSchool(app.current, region)
    const { gradeId, classIds } = await newGrade(region, orgId, 2, 1, 2)
    expect((await ask({ newGradeId: gradeId })).code).toBe(650)
    const [first = 0, second = 0] = classIds
    const { studentId: passing } = await newStudent(region, second)
    await must(region.call(studentEndpoints.moveStudents, { studentIds: [passing], newClassId: first }))
    await must(region.call(schoolEndpoints.deleteClass, { classId: second }))
    expect((await ask(target({ orgId, classId: second }))).code).toBe(650)
    // By document only for a school in the own range.
    expect((await taking.call(applyTransfer, { idCard, name, ...target(far) })).code).toBe(616)
    expect((await giving.call(applyTransfer, { ...target(to) })).code).toBe(650)
  })

  test('for a foreign id is 650, for the own school a matter of the own', async () => {
    const { studentId, idCard, name } = await pupil()
    expect((await taking.call(applyTransfer, { studentId, ...target(to) })).code).toBe(650)
    const own = await giving.call(applyTransfer, { studentId, ...target(from) })
    expect(own).toMatchObject({ code: 700, message: '学生已在该校就读，校内调班无需申请' })
    await leave(giving, [studentId])
    const back = await giving.call(applyTransfer, { idCard, name, ...target(from) })
    expect(back).toMatchObject({ code: 700, message: '学生曾在该校就读，请在历史学生中恢复' })
  })
})

describe('deciding', () => {
  test('is for who stands above both and did not ask', async () => {
    const { studentId } = await pupil()
    const near = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, near, 2, 1, 1)
    const inDistrict = await apply(region, studentId, { orgId: near, classId: classIds[0] ?? 0 })
    expect((await decide(region, [inDistrict])).message).toBe('不能审核自己提交的申请，请由其他审核人处理')
    expect((await decide(giving, [inDistrict])).message).toBe('转学申请由主管部门审核，学校只能查看')
    expect((await decide(neighbour, [inDistrict])).code).toBe(650)
    expect((await decide(health, [inDistrict], false)).code).toBe(200)
    const inCity = await apply(giving, studentId, to)
    for (const by of [region, neighbour])
      expect((await decide(by, [inCity])).message).toBe('该申请涉及您管辖范围以外的学校，请由上级部门审核')
    for (const by of [giving, taking]) expect((await decide(by, [inCity])).code).toBe(700)
    expect((await decide(city, [inCity], false)).code).toBe(200)
    const inProvince = await apply(giving, studentId, far)
    expect((await decide(city, [inProvince])).code).toBe(700)
    expect(await studentPlace(app.current, studentId)).toMatchObject(from)
    expect((await decide(province, [inProvince])).code).toBe(200)
    expect(await studentPlace(app.current, studentId)).toMatchObject(far)
    expect(await faults(app.current)).toEqual([])
  })

  test('to pass moves student, history and counters and tells both sides', async () => {
    const { studentId } = await pupil()
    await app.current.sql(`update enrolment set from_on = '2025-09-01' where student_id = ${studentId}`)
    const applicationId = await apply(giving, studentId, to)
    expect((await decide(city, [applicationId])).data).toEqual({ decided: 1 })
    const day = await today(app.current)
    expect(await studentPlace(app.current, studentId)).toEqual({ ...to, leftAs: null, leftOn: null })
    expect(await enrolmentsOf(app.current, studentId)).toMatchObject([
      { ...from, fromOn: '2025-09-01', toOn: day, historyType: 10, movedToOrgId: to.orgId, reason: '转学' },
      { ...to, fromOn: day, toOn: null, historyType: null },
    ])
    for (const by of [giving, taking]) expect(await titles(by)).toContain('转学申请已通过')
    expect(await faults(app.current)).toEqual([])
    // The new school sees the way here, the old one keeps its record.
    const detail = await must(taking.call(studentEndpoints.studentDetail, { studentId }))
    expect(detail.enrolments.map(({ orgName }) => orgName)).toEqual(['萧山实验小学', '其他学校'])
    const [record] = await enrolmentsOf(app.current, studentId)
    expect((await giving.call(historyInfo, { recordId: record?.id ?? 0 })).code).toBe(200)
    expect((await giving.call(studentEndpoints.studentDetail, { studentId })).code).toBe(650)
    expect((await decide(province, [applicationId])).message).toBe('该申请已由他人处理，请刷新')
  })

  test('to reject leaves everything and says why', async () => {
    const { studentId } = await pupil()
    const applicationId = await apply(giving, studentId, to)
    const before = await enrolmentsOf(app.current, studentId)
    expect((await decide(city, [applicationId], false)).code).toBe(200)
    expect(await enrolmentsOf(app.current, studentId)).toEqual(before)
    expect(await studentPlace(app.current, studentId)).toMatchObject(from)
    expect(await titles(giving)).toContain('转学申请未通过')
    const list = await must(giving.call(approvalPageList, { kind: 'transfer' }))
    expect(list.list[0]).toMatchObject({ status: 2, decideReason: '学额已满' })
    expect(await apply(giving, studentId, to)).not.toBe(applicationId)
  })

  test('of one of two applications closes the other', async () => {
    const { studentId } = await pupil()
    const [near, away] = [await apply(giving, studentId, to), await apply(giving, studentId, far)]
    expect((await decide(province, [near, away])).code).toBe(700)
    expect((await decide(province, [away])).code).toBe(200)
    expect((await decide(province, [near])).message).toBe('该申请已由他人处理，请刷新')
    expect(await studentPlace(app.current, studentId)).toMatchObject(far)
  })

  test('both at once on two nodes passes one', async () => {
    const other = await app.current.otherNode()
    const token = await app.current.login('province01')
    for (let round = 0; round < 5; round++) {
      const { studentId } = await pupil()
      const [near, away] = [await apply(giving, studentId, to), await apply(giving, studentId, far)]
      const answers = await Promise.all([
        decide(app.current.as(token), [near]),
        decide(other.as(token), [away]),
        decide(other.as(token), [near]),
        decide(app.current.as(token), [away]),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual([
        200,
        ...Array(3).fill(REFUSALS.changedMeanwhile),
      ])
      const statuses = app.current.db.selectFrom('approval').select(['id', 'status'])
      const rows = await statuses.where('studentId', '=', studentId).orderBy('status').execute()
      expect(rows.map(({ status }) => status)).toEqual([1, 2])
      const place = rows[0]?.id === near ? to : far
      expect(await studentPlace(app.current, studentId)).toMatchObject(place)
      expect(await enrolmentsOf(app.current, studentId)).toHaveLength(2)
    }
    expect(await faults(app.current)).toEqual([])
  })

  test('to pass for a class that has closed meanwhile is refused, and the application stays', async () => {
    const orgId = await newSchool(app.current, region)
    const { classIds } = await newGrade(region, orgId, 2, 6, 1)
    const [last = 0] = classIds
    const { studentId } = await pupil()
    const applicationId = await apply(giving, studentId, { orgId, classId: last })
    await must(region.call(studentEndpoints.advance, { orgId }))
    const answer = await decide(health, [applicationId])
    expect(answer.code).toBe(REFUSALS.notInThisState)
    expect(answer.message).toMatch(/要转入的班级已停用，请拒绝后由学校重新申请$/)
    expect(await openCount()).toBe(1)
    expect(await titles(giving)).toEqual([])
    expect((await decide(health, [applicationId], false)).code).toBe(200)
  })

  test('to pass for who has left meanwhile starts anew without a second record', async () => {
    const { studentId, idCard, name } = await pupil()
    await leave(giving, [studentId])
    const { data } = await taking.call(applyTransfer, { idCard, name, ...target(to) })
    expect((await decide(city, [data.applicationId])).code).toBe(200)
    const rows = await enrolmentsOf(app.current, studentId)
    expect(rows.map(({ orgId, historyType }) => [orgId, historyType])).toEqual([
      [from.orgId, 10],
      [to.orgId, null],
    ])
    expect(await faults(app.current)).toEqual([])
  })

  test("keeps a number of the old school's own, unless somebody at the new one has it", async () => {
    const numbered = async (by: By, classId: number, studentNo: string) => {
      const fields = { classId, name: '测学号', idCard: newIdCard(), studentNo }
      return (await must(by.call(addStudent, fields))).studentId
    }
    const free = await numbered(giving, from.classId, '20240001')
    expect((await decide(city, [await apply(giving, free, to)])).code).toBe(200)
    const found = await must(
      taking.call(studentEndpoints.studentPageList, { orgId: to.orgId, studentNo: '20240001' }),
    )
    expect(found.list.map(({ studentId }) => studentId)).toEqual([free])
    const clashing = await numbered(giving, from.classId, '20240001')
    const answer = await decide(city, [await apply(giving, clashing, to)])
    expect(answer).toMatchObject({
      code: 700,
      message: '测*号的校内学号在转入学校已有人使用，请先修改学号再审核',
    })
    expect(await studentPlace(app.current, clashing)).toMatchObject(from)
  })

  test('is whole: where something fails at the end nothing has happened', async () => {
    const { studentId } = await pupil()
    const applicationId = await apply(giving, studentId, to)
    await app.current.sql(`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no letters today'; end $$;
      create trigger refuse before insert on message for each row execute function refuse()`)
    expect((await decide(city, [applicationId])).status).toBe(500)
    await app.current.sql('drop trigger refuse on message; drop function refuse')
    expect(await studentPlace(app.current, studentId)).toMatchObject(from)
    expect(await enrolmentsOf(app.current, studentId)).toHaveLength(1)
    expect(await openCount()).toBe(1)
    expect((await decide(city, [applicationId])).code).toBe(200)
    expect(await faults(app.current)).toEqual([])
  })
})
