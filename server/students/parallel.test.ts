// Several at once on two nodes: every student ends in exactly one state, counters hold, nobody waits in a circle.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { type Answer, useApp } from '../testing/app.ts'
import { apply, decide, leave, recordIdOf } from '../testing/life-cycle.ts'
import { accountOf, type By, must } from '../testing/people.ts'
import { newGrade, newIdCard, newName, newSchool, newStudent } from '../testing/roster.ts'
import { enrolmentsOf, faults, studentPlace } from '../testing/roster-state.ts'

const app = useApp()
const { moveStudents, leaveStudents, deleteStudents, editStudent, addStudent } = studentEndpoints
const { recoverStudents, studentDetail, advance, undoAdvance, applyTransfer } = studentEndpoints

/** 区教育局 and 区卫健委, each on both nodes. */
let region: By[]
let health: By[]
let orgId = 0
let classIds: number[] = []
let other: { orgId: number; classId: number }
beforeAll(async () => {
  const nodes = [app.current, await app.current.otherNode()]
  const tokens = [await app.current.login('region01'), await app.current.login(accountOf('330106-卫健'))]
  ;[region, health] = tokens.map((token) => nodes.map((node) => node.as(token))) as [By[], By[]]
  const by = region[0] as By
  orgId = await newSchool(app.current, by)
  classIds = (await newGrade(by, orgId, 2, 1, 4)).classIds
  const otherOrg = await newSchool(app.current, by)
  other = { orgId: otherOrg, classId: (await newGrade(by, otherOrg, 2, 1, 1)).classIds[0] ?? 0 }
})

const on = (callers: By[], index: number) => callers[index % callers.length] as By
const first = () => on(region, 0)
const classOf = (index: number) => classIds[index] ?? 0
const pupil = (classId = classOf(0)) => newStudent(first(), classId)

type Refusal = Pick<Answer<unknown>, 'code' | 'message' | 'status'>
/** A lost race gets a plain refusal, never a fault, and is never the victim of a deadlock. */
function expectPlain(answers: Refusal[]) {
  for (const { code, message, status } of answers) {
    expect([200, 650, 655, 700, REFUSALS.changedMeanwhile, REFUSALS.notInThisState]).toContain(code)
    expect(status).toBe(200)
    expect(message).not.toBe('操作失败，请重试')
  }
  return answers.map(({ code }) => code)
}

describe('one student', () => {
  const moves = (studentId: number, index: number) =>
    on(region, index).call(moveStudents, { studentIds: [studentId], newClassId: classOf(1 + (index % 3)) })
  const leaves = (studentId: number, index: number) =>
    on(region, index).call(leaveStudents, { studentIds: [studentId] })
  const deletes = (studentId: number, index: number) =>
    on(region, index).call(deleteStudents, { studentIds: [studentId] })
  const applies = (studentId: number, index: number) =>
    on(region, index).call(applyTransfer, {
      studentId,
      newOrgId: other.orgId,
      newClassId: other.classId,
    })

  test('moved, sent away, deleted and applied for at once', async () => {
    const random = makeRandom('one student')
    const acts = [moves, leaves, deletes, applies, moves, leaves]
    for (let round = 0; round < 8; round++) {
      const { studentId } = await pupil()
      const chosen = Array.from({ length: 5 }, () => acts[random.int(acts.length)] as typeof moves)
      expectPlain(await Promise.all(chosen.map((act, index) => act(studentId, index))))
      const place = await studentPlace(app.current, studentId)
      const rows = await enrolmentsOf(app.current, studentId)
      const open = rows.filter(({ toOn }) => toOn === null)
      if (!place) expect(rows).toEqual([])
      else expect(open.map(({ classId }) => classId)).toEqual(place.classId ? [place.classId] : [])
    }
    expect(await faults(app.current)).toEqual([])
  })

  test('moved, sent away and deleted while a transfer is decided', async () => {
    for (let round = 0; round < 6; round++) {
      const { studentId } = await pupil()
      const applicationId = await apply(first(), studentId, other)
      const answers = await Promise.all([
        decide(on(health, round), [applicationId], round % 3 > 0),
        moves(studentId, round),
        leaves(studentId, round + 1),
        deletes(studentId, round),
        decide(on(health, round + 1), [applicationId], round % 2 > 0),
      ])
      const [one, , , , two] = expectPlain(answers)
      // Of two decisions one takes effect; where the child was deleted first there is none left.
      expect([one, two].filter((code) => code === 200).length).toBeLessThanOrEqual(1)
      const approval = app.current.db.selectFrom('approval').select('status').where('id', '=', applicationId)
      const { status } = (await approval.executeTakeFirst()) ?? {}
      const place = await studentPlace(app.current, studentId)
      const movedAway = place?.orgId === other.orgId || (await wasAt(studentId, other.orgId))
      expect(status === 1).toBe(movedAway)
    }
    expect(await faults(app.current)).toEqual([])
  })
  const wasAt = async (studentId: number, org: number) =>
    (await enrolmentsOf(app.current, studentId)).some((row) => row.orgId === org)

  test('taken back by many is taken back once, and not where another school was faster', async () => {
    for (let round = 0; round < 4; round++) {
      const { studentId, name, idCard } = await pupil()
      await leave(first(), [studentId])
      const recordIds = [await recordIdOf(app.current, studentId)]
      const answers = await Promise.all([
        on(region, 0).call(recoverStudents, { recordIds }),
        on(region, 1).call(recoverStudents, { recordIds, classId: classOf(2) }),
        on(region, round).call(addStudent, { classId: other.classId, name, idCard }),
      ])
      expect(expectPlain(answers).filter((code) => code === 200)).toHaveLength(1)
      expect((await enrolmentsOf(app.current, studentId)).length).toBe(2)
    }
    expect(await faults(app.current)).toEqual([])
  })

  test('edited by two: one is refused, and both are on record', async () => {
    const { studentId } = await pupil()
    const { version } = await must(first().call(studentDetail, { studentId }))
    const edit = (index: number) =>
      on(region, index).call(editStudent, { studentId, name: newName(), studentType: 1, version })
    const answers = await Promise.all([edit(0), edit(1)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect(answers.find(({ code }) => code === REFUSALS.changedMeanwhile)?.message).toBe(
      '数据已被他人修改，请刷新后重试',
    )
    const trail = app.current.db.selectFrom('auditLog').select('success').where('action', '=', 'student.edit')
    const rows = await trail.where('objectId', '=', String(studentId)).execute()
    expect(rows.map(({ success }) => success).sort()).toEqual([false, true])
  })
})

describe('one school', () => {
  test('taken back by classes, decided by the batch and added to: nobody waits in a circle', async () => {
    for (let round = 0; round < 3; round++) {
      const { gone, asked } = await rows()
      const additions = classIds.map((classId, index) => comes(classId, index))
      const crossing = gone.map(({ studentId }, index) =>
        on(region, index + 1).call(moveStudents, { studentIds: [studentId], newClassId: classOf(3 - index) }),
      )
      const answers = await Promise.all([
        on(region, round).call(recoverStudents, { recordIds: gone.map(({ recordId }) => recordId) }),
        decide(on(health, round + 1), asked),
        ...additions,
        ...crossing,
      ])
      const [recovered, decided, ...more] = expectPlain(answers)
      expect([recovered, decided, ...more.slice(0, classIds.length)]).toEqual(Array(6).fill(200))
    }
    expect(await faults(app.current)).toEqual([])
  })
  async function rows() {
    const gone: { studentId: number; recordId: number }[] = []
    const asked: number[] = []
    for (const classId of classIds) {
      const { studentId } = await pupil(classId)
      await leave(first(), [studentId])
      gone.push({ studentId, recordId: await recordIdOf(app.current, studentId) })
      asked.push(await apply(first(), (await pupil(classId)).studentId, other))
    }
    return { gone, asked }
  }

  test('promoted and unpromoted while its students come and go', async () => {
    for (let round = 0; round < 3; round++) {
      const school = await newSchool(app.current, first())
      const below = (await newGrade(first(), school, 2, 5, 2)).classIds
      const last = (await newGrade(first(), school, 2, 6, 2)).classIds
      const [one, two] = [await pupil(below[0]), await pupil(below[1])]
      const asked = await apply(first(), two.studentId, other)
      const studentIds = [one.studentId]
      const [promoted, again, ...more] = await Promise.all([
        on(region, round).call(advance, { orgId: school }),
        on(region, round + 1).call(advance, { orgId: school }),
        on(region, 1).call(moveStudents, { studentIds, newClassId: last[0] ?? 0 }),
        on(region, 0).call(leaveStudents, { studentIds }),
        decide(on(health, round), [asked]),
        comes(last[1] ?? 0, 1),
      ])
      expectPlain([promoted, again, ...more])
      expect([promoted.code, again.code].sort()).toEqual([200, REFUSALS.notInThisState])
      expect(await faults(app.current)).toEqual([])
      const { advanceId } = promoted.code === 200 ? promoted.data : again.data
      const undone = on(region, round + 1).call(undoAdvance, { orgId: school, advanceId })
      expectPlain(await Promise.all([undone, comes(below[0] ?? 0, round)]))
      expect(await faults(app.current)).toEqual([])
    }
  })
  const comes = (classId: number, index: number) =>
    on(region, index).call(addStudent, { classId, name: newName(), idCard: newIdCard() })
})

test('an application for a student who is being deleted leaves neither behind', async () => {
  for (let round = 0; round < 4; round++) {
    const { studentId } = await pupil()
    const target = { newOrgId: other.orgId, newClassId: other.classId }
    const answers = await Promise.all([
      on(region, 0).call(applyTransfer, { studentId, ...target }),
      on(region, 1).call(deleteStudents, { studentIds: [studentId] }),
    ])
    expect(expectPlain(answers).filter((code) => code === 200)).toHaveLength(1)
    const rows = app.current.db.selectFrom('approval').select('id').where('studentId', '=', studentId)
    expect((await rows.execute()).length).toBe((await studentPlace(app.current, studentId)) ? 1 : 0)
  }
})
