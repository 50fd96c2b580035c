// Visits through the public door: by a hospital with the letter, by the family, by the school; what they move, and what not.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { WarningStatus } from '#contract/warning/warning-schemas.ts'
import { useApp } from '../testing/app.ts'
import { dayFromNow } from '../testing/days.ts'
import { accountOf, type By, must, newUser, signedIn } from '../testing/people.ts'
import { recordOf } from '../testing/readings.ts'
import { lastTrail, makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { countWrongTries, VISIT_READ, visitFigure, visitForm } from '../testing/visits.ts'

const node = useApp({ LIMITED_CALLS_PER_MINUTE: '100000', NUMBER_SEARCHES_PER_MINUTE: '1000' })
const { openVisitLetter, recordVisitByLetter, recordVisit, withdrawVisit } = visitEndpoints
const { ownVisits, studentVisits, recordFamilyVisit } = visitEndpoints
const BORN = '2017-05-12'
const ORIGIN = 'https://eyes.example.test'
const TODAY = dayFromNow()

let { admin, orgId, classIds, planId, taskId, idOf } = {} as ResultWorld
let hospital: By
let otherHospital: By
let anybody: By
type Letter = { ticket: string; letterNo: string }
let letters = new Map<string, Letter>()
beforeAll(async () => {
  ;({ admin, orgId, classIds, planId, taskId, idOf } = await makeResults(node.current))
  hospital = await signedIn(node.current, 'hospital01')
  otherHospital = await signedIn(node.current, accountOf('330205-hospital'))
  anybody = node.current.as('')
  await printed()
  // 测一 was screened and got the letter forty days ago.
  await node.current.sql(
    `update letter set issued_at = now() - interval '40 days', printed_at = now() - interval '40 days'
     where record_id = ${idOf(0)}`,
  )
  await node.current.sql(`update screening_record set checked_on = checked_on - 40 where id = ${idOf(0)}`)
})

async function printed() {
  const pack = await must(admin.call(letterEndpoints.issueLetters, { planId, taskId, origin: ORIGIN }))
  letters = new Map(
    pack.letters.map(({ name, code, letterNo }) => [name, { ticket: code?.ticket ?? '', letterNo }]),
  )
}
const letterOf = (name: string): Letter => letters.get(name) ?? { ticket: '', letterNo: '' }

const byTicket = (by: By, name: string, change: object = {}) =>
  by.call(recordVisitByLetter, { ticket: letterOf(name).ticket, visit: visitForm(change) })
const recordOfFirst = () => recordOf(node.current, idOf(0))
const studentIdOf = async (index: number) => Number((await recordOf(node.current, idOf(index))).student_id)
const figure = () => visitFigure(node.current, planId, classIds[0] ?? 0)
const wrongTries = (where: string) => countWrongTries(node.current, 'hospital01', where)
const reasons = async () => {
  const { list } = await must(admin.call(warningEndpoints.warningPage, { planId }))
  return list.flatMap((row) => row.reasons).join()
}

describe('a hospital', () => {
  test('opens one child by the ticket, with or without dashes, or by the address of the code', async () => {
    const { ticket, letterNo } = letterOf('测一')
    const dashed = ticket.replace(/(.{5})(?=.)/g, '$1-').toLowerCase()
    for (const typed of [ticket, dashed, `${ORIGIN}/letter#${ticket}`]) {
      const opened = await must(hospital.call(openVisitLetter, { ticket: typed }))
      expect(opened).toMatchObject({
        letterNo,
        maskedName: '测*',
        schoolName: '结果导出小学',
        className: '三年级1班',
        eyes: [{ naked: '4.7', sphere: '−1.50' }, { naked: '5.1' }],
        finding: 'referral',
        hospitalName: expect.stringContaining('医院'),
        visits: [],
      })
      expect(JSON.stringify(opened)).not.toContain('测一')
    }
    expect(await lastTrail(node.current, 'visit.open')).toMatchObject({ account: 'hospital01', code: 200 })
    const viewers = await must(
      admin.call(studentEndpoints.studentViewers, { studentId: await studentIdOf(0) }),
    )
    expect(viewers.map(({ action }) => action)).toContain('凭告知书查看')
  })

  test('or by the number on the letter with the birth date', async () => {
    const { letterNo } = letterOf('测一')
    expect(await must(hospital.call(openVisitLetter, { letterNo, birthDate: BORN }))).toMatchObject({
      maskedName: '测*',
    })
    expect((await hospital.call(openVisitLetter, { letterNo })).code).toBe(650)
    expect((await hospital.call(openVisitLetter, {})).code).toBe(650)
  })

  test('records what it found; the screening stays as it was, and is followed by a visit', async () => {
    const before = await recordOfFirst()
    expect(await reasons()).toContain('天未复查')
    expect(await figure()).toMatchObject({ visited30: 0, visited90: 0 })
    const opened = await must(byTicket(hospital, '测一', VISIT_READ))
    expect(opened.visits).toMatchObject([{ ...VISIT_READ, source: 1, mayWithdraw: true, withdrawnAt: null }])
    // From ages on several days the birth date follows.
    expect(JSON.stringify(opened)).not.toMatch(/"(age|birthDate)"/)
    const { visit_days, ...after } = await recordOfFirst()
    const { visit_days: none, ...same } = before
    expect([none, visit_days]).toEqual([null, 40])
    expect(after).toEqual(same)
    expect(await figure()).toMatchObject({ referral: 1, visited30: 0, visited90: 1 })
    expect(await reasons()).not.toContain('天未复查')
    await must(byTicket(hospital, '测一', { visitedOn: dayFromNow(-20) }))
    expect(await figure()).toMatchObject({ visited30: 1, visited90: 1 })
    expect(await lastTrail(node.current, 'visit.record')).toMatchObject({ account: 'hospital01' })
  })

  test('the same again is recorded once, also at the same moment', async () => {
    const visit = visitForm({ diagnosis: '重复' })
    const { ticket } = letterOf('测二')
    const answers = await Promise.all(
      [1, 2, 3].map(() => must(hospital.call(recordVisitByLetter, { ticket, visit }))),
    )
    expect(answers.map(({ visits }) => visits.length)).toEqual([1, 1, 1])
    // Once it is withdrawn, the same sent again is neither recorded nor taken for done.
    const visitId = answers[0]?.visits[0]?.visitId ?? 0
    await must(hospital.call(withdrawVisit, { visitId, reason: '登记错了人' }))
    const again = await hospital.call(recordVisitByLetter, { ticket, visit })
    expect(again.code).toBe(REFUSALS.notInThisState)
    expect(again.message).toContain('请核对后再保存一次')
    const anew = await must(hospital.call(recordVisitByLetter, { ticket, visit: visitForm() }))
    expect(anew.visits.filter(({ withdrawnAt }) => withdrawnAt === null)).toHaveLength(1)
  })

  test('sees nothing of what another hospital recorded, and cannot take it back', async () => {
    const { ticket } = letterOf('测一')
    const opened = await must(otherHospital.call(openVisitLetter, { ticket }))
    expect(opened.visits).toEqual([])
    const [own] = (await must(hospital.call(openVisitLetter, { ticket }))).visits
    const answer = await otherHospital.call(withdrawVisit, {
      visitId: own?.visitId ?? 0,
      reason: '登记错了人',
    })
    expect(answer.code).toBe(650)
    expect((await otherHospital.call(studentVisits, { studentId: await studentIdOf(0) })).code).toBe(650)
    expect(
      (await hospital.call(recordVisit, { studentId: await studentIdOf(0), visit: visitForm() })).code,
    ).toBe(650)
  })

  test('has five tries with a number; then it says the same as ever, and the ticket still opens it', async () => {
    const { letterNo, ticket } = letterOf('测五')
    const tries = []
    for (const birthDate of ['2017-05-13', '', 'x', '20170101', '1900-01-01'])
      tries.push(await hospital.call(openVisitLetter, { letterNo, birthDate }))
    tries.push(await hospital.call(openVisitLetter, { letterNo, birthDate: BORN }))
    tries.push(await hospital.call(openVisitLetter, { letterNo: '999999', birthDate: BORN }))
    tries.push(await hospital.call(openVisitLetter, { ticket: '0'.repeat(26) }))
    expect(new Set(tries.map(({ code, message }) => `${code} ${message}`)).size).toBe(1)
    expect(tries[0]?.code).toBe(650)
    // Another hospital, to which the child came, is not shut out by it, nor the family at its page.
    expect((await otherHospital.call(openVisitLetter, { letterNo, birthDate: BORN })).code).toBe(200)
    expect((await anybody.call(letterEndpoints.openLetter, { ticket, birthDate: BORN })).code).toBe(200)
    expect((await hospital.call(openVisitLetter, { letterNo, birthDate: BORN })).code).toBe(650)
    expect((await hospital.call(openVisitLetter, { ticket })).code).toBe(200)
    // Who has the letter in hand may mistype again.
    expect((await hospital.call(openVisitLetter, { letterNo, birthDate: BORN })).code).toBe(200)
    expect(await wrongTries("object_type = 'student'")).toBeGreaterThanOrEqual(5)
  })

  test('and twenty wrong ones in a day, with whatever numbers; those of many lock a letter for all', async () => {
    const { letterNo, ticket } = letterOf('测五')
    const left = 20 - (await wrongTries("detail ? 'byNumber'"))
    const guess = (nth: number) =>
      hospital.call(openVisitLetter, { letterNo: String(900_000 + nth), birthDate: BORN })
    const codes = (await Promise.all(Array.from({ length: left + 3 }, (_, nth) => guess(nth)))).map(
      ({ code }) => code,
    )
    expect(codes.filter((code) => code === 650)).toHaveLength(left)
    const right = { letterNo, birthDate: BORN }
    const refused = await hospital.call(openVisitLetter, right)
    expect(refused.code).toBe(REFUSALS.tooManyNumberSearches)
    expect((await hospital.call(recordVisitByLetter, { ...right, visit: visitForm() })).code).toBe(
      refused.code,
    )
    expect((await hospital.call(openVisitLetter, { ticket })).code).toBe(200)
    expect((await otherHospital.call(openVisitLetter, right)).code).toBe(200)
    await node.current.sql(`update letter set visit_failures = 49 where id = ${Number(letterNo)}`)
    expect((await otherHospital.call(openVisitLetter, { letterNo, birthDate: '20170101' })).code).toBe(650)
    expect((await otherHospital.call(openVisitLetter, right)).code).toBe(650)
    expect((await admin.call(openVisitLetter, right)).code).toBe(200)
    await node.current.sql(`update letter set visit_locked_at = null where id = ${Number(letterNo)}`)
  })

  test.each([
    ['a day to come', { visitedOn: dayFromNow(1) }, '就诊日期不能晚于今天'],
    ['a day before the screening', { visitedOn: dayFromNow(-41) }, '就诊日期不能早于筛查日期'],
    ['a next visit before this one', { nextOn: dayFromNow(-1) }, '下次复查日期应晚于就诊日期'],
    ['half a step', { sphereRight: -1.3 }, '球镜（右）应以 0.25 为一档'],
    ['an eye that is no eye', { axialLeft: 36 }, '眼轴（左）应在 15 至 35 之间'],
    ['three decimals', { axialLeft: 23.905 }, '眼轴（左）应以 0.01 为一档'],
    ['a plus cylinder alone', { cylinderRight: 1 }, '右眼为正柱镜'],
    ['too long a diagnosis', { diagnosis: '长'.repeat(201) }, '诊断不能超过200个字'],
  ])('is refused %s', async (_, change, reason) => {
    const answer = await byTicket(hospital, '测一', change)
    expect(answer.code).not.toBe(200)
    expect(answer.message).toContain(reason)
  })

  test('takes back what it recorded, with a reason; it stays on record and counts no longer', async () => {
    const { ticket } = letterOf('测一')
    const { visits } = await must(hospital.call(openVisitLetter, { ticket }))
    const early = visits.find(({ visitedOn }) => visitedOn === dayFromNow(-20))
    const visitId = early?.visitId ?? 0
    expect((await hospital.call(withdrawVisit, { visitId, reason: '' })).code).toBe(650)
    await must(hospital.call(withdrawVisit, { visitId, reason: '登记错了人' }))
    expect(await figure()).toMatchObject({ visited30: 0, visited90: 1 })
    const again = await hospital.call(withdrawVisit, { visitId, reason: '登记错了人' })
    expect(again.code).toBe(REFUSALS.notInThisState)
    const after = (await must(hospital.call(openVisitLetter, { ticket }))).visits
    expect(after.find((visit) => visit.visitId === visitId)).toMatchObject({
      withdrawReason: '登记错了人',
      mayWithdraw: false,
    })
    const late = after.find((visit) => visit.visitId !== visitId)?.visitId ?? 0
    await node.current.sql(`update visit set created_at = now() - interval '31 days' where id = ${late}`)
    expect((await hospital.call(withdrawVisit, { visitId: late, reason: '登记错了人' })).code).toBe(
      REFUSALS.notInThisState,
    )
  })

  test('days of a visit follow the day of the screening when that is corrected', async () => {
    const move = (days: number) =>
      node.current.sql(`update screening_record set checked_on = checked_on + ${days} where id = ${idOf(0)}`)
    await move(15)
    expect(await figure()).toMatchObject({ visited30: 1, visited90: 1 })
    await move(-15)
    expect(await figure()).toMatchObject({ visited30: 0, visited90: 1 })
  })
})

describe('a school', () => {
  test('records a visit of its own children, and of nobody else', async () => {
    const studentId = await studentIdOf(1)
    const { account, userId } = await newUser(node.current, orgId, 45)
    await node.current.sql(`insert into user_class values (${userId}, ${classIds[0]})`)
    const teacher = await signedIn(node.current, account)
    expect((await teacher.call(recordVisit, { studentId, visit: visitForm() })).message).toBe(
      '请填写医院名称',
    )
    const recorded = await must(
      teacher.call(recordVisit, {
        studentId,
        recordId: idOf(1),
        visit: visitForm({ hospitalName: '县人民医院' }),
      }),
    )
    const visits = await must(teacher.call(studentVisits, { studentId }))
    expect(visits.find(({ visitId }) => visitId === recorded.visitId)).toMatchObject({
      source: 3,
      hospitalName: '县人民医院',
      recordedBy: '测老师',
      mayWithdraw: true,
    })
    // What the hospital recorded is seen, and is not the school's to take back.
    expect(visits.find(({ source }) => source === 1)).toMatchObject({ mayWithdraw: false })
    const other = await studentIdOf(4)
    const wanted = { studentId: other, visit: visitForm({ hospitalName: '县人民医院' }) }
    expect((await teacher.call(recordVisit, wanted)).code).toBe(650)
    const { ticket, letterNo } = letterOf('测五')
    expect((await teacher.call(openVisitLetter, { ticket })).code).toBe(650)
    // Nor does guessing lock it for those who may open it.
    for (let nth = 0; nth < 6; nth += 1)
      expect((await teacher.call(openVisitLetter, { letterNo, birthDate: '20160101' })).code).toBe(650)
    for (const by of [otherHospital, admin])
      expect((await by.call(openVisitLetter, { letterNo, birthDate: BORN })).code).toBe(200)
    expect((await teacher.call(openVisitLetter, { ticket: letterOf('测二').ticket })).code).toBe(200)
    expect((await teacher.call(recordVisit, { ...wanted, studentId, recordId: idOf(4) })).code).toBe(650)
    const elsewhere = await makeForeignResults(node.current)
    const foreign = await signedIn(node.current, (await newUser(node.current, elsewhere.orgId, 20)).account)
    expect((await foreign.call(recordVisit, { ...wanted, studentId })).code).toBe(650)
    expect((await foreign.call(studentVisits, { studentId })).code).toBe(650)
  })

  test('sees in the letters who was seen', async () => {
    const rows = await must(admin.call(letterEndpoints.letterStudents, { taskId, classId: classIds[0] ?? 0 }))
    expect(rows.map(({ name, visitedOn }) => [name, visitedOn])).toEqual([
      ['测一', TODAY],
      ['测二', TODAY],
      ['测三', null],
    ])
    const [row] = await must(admin.call(letterEndpoints.letterClasses, { planId, taskId }))
    expect(row?.visited).toBe(2)
  })
})

describe('a family', () => {
  const tell = (name: string, change: object = {}) =>
    anybody.call(recordFamilyVisit, {
      ticket: letterOf(name).ticket,
      birthDate: BORN,
      visitedOn: TODAY,
      hospitalName: '县医院',
      ...change,
    })

  test('says once where the child was, may change it, and not after a hospital recorded it', async () => {
    expect((await tell('测三')).data?.visit).toEqual({
      visitedOn: TODAY,
      hospitalName: '县医院',
      byHospital: false,
    })
    const [one, two] = await Promise.all([tell('测三', { hospitalName: '市眼科' }), tell('测三')])
    expect([one?.code, two?.code]).toEqual([200, 200])
    const studentId = await studentIdOf(2)
    expect(await must(admin.call(studentVisits, { studentId }))).toMatchObject([
      { source: 2, recordedBy: null, mayWithdraw: false },
    ])
    await must(byTicket(hospital, '测三'))
    expect((await tell('测三', { hospitalName: '市眼科' })).code).toBe(REFUSALS.notInThisState)
    const { ticket } = letterOf('测三')
    const shown = await must(anybody.call(letterEndpoints.openLetter, { ticket, birthDate: BORN }))
    expect(shown.visit).toMatchObject({ byHospital: true })
    expect((await tell('测三', { visitedOn: dayFromNow(1) })).message).toBe('就诊日期不能晚于今天')
  })

  test('is locked out after five wrong dates, as at the page itself', async () => {
    for (let nth = 0; nth < 5; nth += 1)
      expect((await tell('测五', { birthDate: '20160101' })).code).toBe(650)
    expect((await tell('测五')).code).toBe(650)
    const { ticket } = letterOf('测五')
    expect((await anybody.call(letterEndpoints.openLetter, { ticket, birthDate: BORN })).code).toBe(650)
  })
})

test('a hospital lists what it recorded itself, with what it withdrew, and nobody by name', async () => {
  const { ticket, letterNo } = letterOf('测一')
  const opened = await must(hospital.call(openVisitLetter, { ticket }))
  const page = await must(hospital.call(ownVisits, { pageNum: 1, pageSize: 2 }))
  const [recorded] = await rowsOf<{ n: number }>(
    node.current,
    "select count(*)::int as n from visit where org_id = (select org_id from app_user where account = 'hospital01')",
  )
  expect([page.list.length, page.total]).toEqual([2, recorded?.n])
  const { list } = await must(hospital.call(ownVisits, { pageNum: 1, pageSize: 50 }))
  const ofFirst = list.filter((row) => row.letterNo === letterNo)
  expect(ofFirst.map(({ visitId }) => visitId)).toEqual(opened.visits.map(({ visitId }) => visitId))
  expect(ofFirst).toMatchObject([
    {
      maskedName: '测*',
      schoolName: '结果导出小学',
      diagnosis: '右眼近视',
      treatments: [1, 3],
      axialRight: 24.37,
    },
    { visitedOn: dayFromNow(-20), withdrawReason: '登记错了人', mayWithdraw: false },
  ])
  expect(JSON.stringify(list)).not.toMatch(/测[一二三四五]/)
  expect((await must(otherHospital.call(ownVisits, {}))).list).toEqual([])
  expect((await must(admin.call(ownVisits, {}))).list).toEqual([])
})

test('with the last visit withdrawn the child waits again, is warned of again, and nothing is left of the visit', async () => {
  const { ticket } = letterOf('测一')
  const before = await recordOfFirst()
  const warning = async () => {
    const { list } = await must(admin.call(warningEndpoints.warningPage, { planId }))
    const warningId = list.find(({ name }) => name === '测一')?.warningId ?? 0
    return must(admin.call(warningEndpoints.warningDetail, { warningId }))
  }
  expect(await warning()).toMatchObject({ status: WarningStatus.code.acted, visitedOn: TODAY })
  await node.current.sql(`update visit set created_at = now() where record_id = ${idOf(0)}`)
  const { visits } = await must(hospital.call(openVisitLetter, { ticket }))
  for (const { visitId } of visits.filter(({ mayWithdraw }) => mayWithdraw))
    await must(hospital.call(withdrawVisit, { visitId, reason: '登记错了人' }))
  expect(await figure()).toMatchObject({ visited30: 0, visited90: 0 })
  expect({ ...(await recordOfFirst()), visit_days: 40 }).toEqual(before)
  const [classId = 0] = classIds
  const letters = await must(admin.call(letterEndpoints.letterStudents, { taskId, classId }))
  expect(letters.find(({ name }) => name === '测一')?.visitedOn).toBeNull()
  const classes = await must(admin.call(letterEndpoints.letterClasses, { planId, classId }))
  expect(classes).toMatchObject([{ referred: 1, visited: 2, overdue: 1 }])
  const { events, ...left } = await warning()
  expect(left).toMatchObject({ status: WarningStatus.code.notified, visitedOn: null })
  expect(events.filter(({ kind }) => kind === 'visit')).toHaveLength(2)
  expect(events.filter(({ kind }) => kind === 'visitWithdrawn')).toMatchObject([
    { note: '登记错了人', title: expect.stringContaining('撤销就诊登记：') },
    { note: '登记错了人' },
  ])
  // Neither a visit before the screening nor the letter printed again ends the wait.
  await printed()
  const past = visitForm({ visitedOn: dayFromNow(-100), hospitalName: '县人民医院' })
  await must(admin.call(recordVisit, { studentId: await studentIdOf(0), visit: past }))
  expect(await warning()).toMatchObject({ status: WarningStatus.code.notified })
  expect(await reasons()).toContain('天未复查')
})
