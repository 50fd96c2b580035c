// Decisions at once on two nodes: one holds, with one effect and one set of messages; nobody waits in a circle.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import type { TxCtx } from '../core/context.ts'
import { type TestApp, useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { untilLocksAreAwaited } from '../testing/transaction.ts'
import { submitApproval, submitOrgApproval } from './approval.ts'

const node = useApp()
const { decide } = approvalEndpoints
let nodes: TestApp[] = []

const FROM = '西湖实验小学'
const NEAR = '西湖九年一贯制学校'
const CITY = '萧山实验小学'
const NEW_SCHOOL = '西湖新城外国语学校'
const DECIDERS = ['region01', 'city01', 'province01']

const tokens = new Map<string, string>()
let orgIds: Map<string, number>
let pupils: number[] = []
beforeAll(async () => {
  nodes = [node.current, await node.current.otherNode()]
  const { db } = node.current
  orgIds = await orgIdsByName(node.current)
  for (const account of DECIDERS) tokens.set(account, await node.current.login(account))
  const inSchool = db.selectFrom('student').select('id').where('orgId', '=', org(FROM))
  const rows = await inSchool.where('classId', 'is not', null).orderBy('id').execute()
  pupils = rows.map(({ id }) => id)
})
beforeEach(() =>
  node.current.sql(`delete from approval; delete from message;
    update org set status = 0, expires_on = null where name = '${NEW_SCHOOL}'`),
)

const org = (name: string) => orgIds.get(name) ?? 0
const nextPupil = () => pupils.shift() as number
/** Rivals take turns on the nodes and among those who may decide. */
const turn = <T>(list: T[], index: number) => list[index % list.length] as T

async function apply(studentId: number, to: string, each: TestApp = node.current) {
  const open = each.db.selectFrom('class').select('id').where('orgId', '=', org(to))
  const { id: toClassId } = await open.where('closedOn', 'is', null).orderBy('id').executeTakeFirstOrThrow()
  const applicant = { userId: null, orgId: org(to) }
  return each.services.db.transaction().execute((db) =>
    submitApproval({ ...each.services, db } as TxCtx, {
      kind: 'transfer',
      studentId,
      fromOrgId: org(FROM),
      toOrgId: org(to),
      toClassId,
      applicant,
    }),
  )
}
const applyForOrg = () =>
  node.current.services.db.transaction().execute((db) => {
    const area = { provinceId: '330000', cityId: '330100', regionId: '330106' }
    const applicant = { userId: null, orgId: org(NEW_SCHOOL) }
    return submitOrgApproval({ ...node.current.services, db } as TxCtx, org(NEW_SCHOOL), area, applicant)
  })

type Vote = { approvalIds: number[]; passed: boolean }
const vote = ({ approvalIds, passed }: Vote, index: number) => {
  const caller = turn(nodes, index).as(tokens.get(turn(DECIDERS, index)) ?? '')
  return caller.call(decide, { approvalIds, passed, reason: passed ? undefined : '学额已满' })
}
const voteAll = async (votes: Vote[]) => (await Promise.all(votes.map(vote))).map(({ code }) => code)
const approvalOf = (id: number) =>
  node.current.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const schoolOf = async (studentId: number) => {
  const row = node.current.db.selectFrom('student').select('orgId').where('id', '=', studentId)
  return (await row.executeTakeFirstOrThrow()).orgId
}
const staysOf = (studentId: number) =>
  node.current.db.selectFrom('enrolment').selectAll().where('studentId', '=', studentId).execute()
const messages = () => node.current.db.selectFrom('message').select('title').execute()

describe('a transfer', () => {
  test('approved by many is approved once', async () => {
    for (let round = 0; round < 5; round++) {
      const studentId = nextPupil()
      const before = await staysOf(studentId)
      const id = await apply(studentId, NEAR)
      const codes = await voteAll(Array(6).fill({ approvalIds: [id], passed: true }))
      expect(codes.toSorted()).toEqual([200, ...Array(5).fill(REFUSALS.changedMeanwhile)])
      expect(await schoolOf(studentId)).toBe(org(NEAR))
      const after = await staysOf(studentId)
      expect(after).toHaveLength(before.length + 1)
      expect(after.filter(({ toOn }) => toOn === null)).toMatchObject([{ orgId: org(NEAR) }])
      expect(await messages()).toHaveLength(round + 1)
    }
  })

  test('approved and rejected at once is one of both, whole', async () => {
    for (let round = 0; round < 8; round++) {
      await node.current.sql('delete from message')
      const studentId = nextPupil()
      const id = await apply(studentId, NEAR)
      const passes = (index: number) => (index + round) % 2 === 0
      const codes = await voteAll(
        Array.from({ length: 4 }, (_, index) => ({ approvalIds: [id], passed: passes(index) })),
      )
      expect(codes.toSorted()).toEqual([200, ...Array(3).fill(REFUSALS.changedMeanwhile)])
      const passed = passes(codes.indexOf(200))
      expect(await approvalOf(id)).toMatchObject({ status: passed ? 1 : 2 })
      expect(await schoolOf(studentId)).toBe(org(passed ? NEAR : FROM))
      expect(await messages()).toEqual([{ title: passed ? '转学申请已通过' : '转学申请未通过' }])
    }
  })

  test('and its rival for the same child, each approved at once: one passes, the other is closed', async () => {
    for (let round = 0; round < 6; round++) {
      const studentId = nextPupil()
      const [near, city] = [await apply(studentId, NEAR), await apply(studentId, CITY)]
      // Only those above both districts decide the second.
      const answers = await Promise.all(
        [near, city].map((id, index) =>
          turn(nodes, index + round)
            .as(tokens.get(turn(['city01', 'province01'], index)) ?? '')
            .call(decide, { approvalIds: [id], passed: true }),
        ),
      )
      expect(answers.map(({ code }) => code).toSorted()).toEqual([200, REFUSALS.changedMeanwhile])
      const winner = answers[0]?.success ? near : city
      const loser = winner === near ? city : near
      expect(await approvalOf(winner)).toMatchObject({ status: 1 })
      expect(await approvalOf(loser)).toMatchObject({ status: 2, decideReason: '学生已转入其他学校' })
      expect(await schoolOf(studentId)).toBe(org(winner === near ? NEAR : CITY))
    }
  })

  test('applied for while another passes is not left behind for a child that has gone', async () => {
    for (let round = 0; round < 6; round++) {
      const studentId = nextPupil()
      const near = await apply(studentId, NEAR)
      const applying = apply(studentId, CITY, turn(nodes, round)).catch(({ code }) => ({ refused: code }))
      const [codes, applied] = await Promise.all([voteAll([{ approvalIds: [near], passed: true }]), applying])
      expect(codes).toEqual([200])
      if (typeof applied === 'object') expect(applied.refused).toBe(REFUSALS.changedMeanwhile)
      else expect(await approvalOf(applied)).toMatchObject({ status: 2, decideReason: '学生已转入其他学校' })
    }
  })

  test('waits for work on the whole school instead of meeting it halfway', async () => {
    const studentId = nextPupil()
    const id = await apply(studentId, NEAR)
    let voting: Promise<number[]> | undefined
    await node.current.db.transaction().execute(async (tx) => {
      await tx.selectFrom('school').select('orgId').where('orgId', '=', org(FROM)).forUpdate().execute()
      voting = voteAll([{ approvalIds: [id], passed: true }])
      await untilLocksAreAwaited(node.current)
      await tx.updateTable('student').set({ nativePlace: '杭州' }).where('id', '=', studentId).execute()
    })
    expect(await voting).toEqual([200])
  })
})

test('batches that overlap, in opposite order, do not wait for each other for ever', async () => {
  for (let round = 0; round < 4; round++) {
    const ids = [
      await apply(nextPupil(), NEAR),
      await apply(nextPupil(), NEAR),
      await apply(nextPupil(), NEAR),
    ]
    const votes = [ids, ids.toReversed(), ids.slice(1), ids.slice(0, 2).toReversed()]
    const codes = await voteAll(votes.map((approvalIds) => ({ approvalIds, passed: true })))
    for (const code of codes) expect([200, REFUSALS.changedMeanwhile]).toContain(code)
    expect(codes).toContain(200)
    const won = votes.filter((_, index) => codes[index] === 200)
    // Nothing was decided twice.
    expect(new Set(won.flat()).size).toBe(won.flat().length)
  }
})

test('an organisation approved and rejected at once ends in one state with one message', async () => {
  for (let round = 0; round < 5; round++) {
    await node.current.sql(`delete from approval; delete from message;
      update org set status = 0, expires_on = null where name = '${NEW_SCHOOL}'`)
    const id = await applyForOrg()
    const passes = (index: number) => (index + round) % 2 === 0
    const codes = await voteAll(
      Array.from({ length: 6 }, (_, index) => ({ approvalIds: [id], passed: passes(index) })),
    )
    expect(codes.toSorted()).toEqual([200, ...Array(5).fill(REFUSALS.changedMeanwhile)])
    const passed = passes(codes.indexOf(200))
    const row = node.current.db
      .selectFrom('org')
      .select(['status', 'expiresOn'])
      .where('id', '=', org(NEW_SCHOOL))
    const { status, expiresOn } = await row.executeTakeFirstOrThrow()
    expect([status, expiresOn !== null]).toEqual(passed ? [1, true] : [2, false])
    expect(await messages()).toEqual([{ title: passed ? '机构审核已通过' : '机构审核未通过' }])
  }
})
