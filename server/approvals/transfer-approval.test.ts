// Transfers between schools: seen from both sides, decided above both, who is notified, and what stays hidden.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { maskName } from '#contract/core/mask.ts'
import type { TxCtx } from '../core/context.ts'
import { useApp } from '../testing/app.ts'
import { orgIdsByName } from '../testing/rows.ts'
import { submitApproval } from './approval.ts'

const node = useApp()
const { approvalPageList, approvalDetail, pendingApprovals, decide } = approvalEndpoints

const FROM = '西湖实验小学'
const NEAR = '西湖九年一贯制学校'
const CITY = '萧山实验小学'
const FAR = '海曙实验小学'

/** Signed in for by the organisation where they have no name of their own. */
const ADMINS = {
  near: NEAR,
  cityReceiver: CITY,
  farReceiver: FAR,
  third: '西湖第一初级中学',
  xiaoshan: '萧山区教育局',
  haishu: '海曙区教育局',
  ningbo: '宁波市教育局',
}
const tokens = new Map<string, string>()
const users = new Map<string, { id: number; orgId: number | null }>()
let orgIds: Map<string, number>
type Pupil = { id: number; name: string; classId: number }
let pupils: Pupil[] = []
beforeAll(async () => {
  const { db } = node.current
  orgIds = await orgIdsByName(node.current)
  const rows = await db.selectFrom('appUser').select(['id', 'account', 'orgId', 'roleType']).execute()
  for (const row of rows) users.set(row.account, row)
  for (const account of ['province01', 'city01', 'region01', 'school01', 'teacher01', 'hospital01'])
    tokens.set(account, await node.current.login(account))
  for (const [name, orgName] of Object.entries(ADMINS)) {
    const admin = rows.find(({ orgId, roleType }) => orgId === org(orgName) && roleType === 20)
    if (!admin) throw new Error(orgName)
    users.set(name, admin)
    tokens.set(name, await node.current.login(admin.account))
  }
  const inSchool = db.selectFrom('student').select(['id', 'name', 'classId']).where('orgId', '=', org(FROM))
  pupils = (await inSchool.where('classId', 'is not', null).orderBy('id').execute()) as Pupil[]
})
beforeEach(() => node.current.sql('delete from approval; delete from message'))

const as = (account: string) => node.current.as(tokens.get(account) ?? '')
const org = (name: string) => orgIds.get(name) ?? 0
const user = (name: string) => users.get(name)?.id ?? 0
/** Each test has its own child. */
const nextPupil = () => pupils.shift() as Pupil

async function classIn(school: string): Promise<number> {
  const open = node.current.db.selectFrom('class').select('id').where('orgId', '=', org(school))
  return (await open.where('closedOn', 'is', null).orderBy('id').executeTakeFirstOrThrow()).id
}
type Application = { to: string; by?: string; pupil?: Pupil; from?: string; classId?: number }
async function apply({ to, by = 'school01', pupil = nextPupil(), from = FROM, classId }: Application) {
  const { id, orgId } = users.get(by) ?? { id: 0, orgId: null }
  const toClassId = classId ?? (await classIn(to))
  const { services } = node.current
  return services.db.transaction().execute((db) =>
    submitApproval({ ...services, db } as TxCtx, {
      kind: 'transfer',
      studentId: pupil.id,
      fromOrgId: org(from),
      toOrgId: org(to),
      toClassId,
      reason: '搬家',
      applicant: { userId: id, orgId },
    }),
  )
}
const approvalOf = (id: number) =>
  node.current.db.selectFrom('approval').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const studentOf = (id: number) =>
  node.current.db.selectFrom('student').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const detail = (account: string, approvalId: number) => as(account).call(approvalDetail, { approvalId })
const pass = (account: string, ...approvalIds: number[]) =>
  as(account).call(decide, { approvalIds, passed: true })
const reject = (account: string, ...approvalIds: number[]) =>
  as(account).call(decide, { approvalIds, passed: false, reason: '学额已满' })
async function recipientsOf(title: string) {
  const letters = await node.current.db.selectFrom('message').selectAll().where('title', '=', title).execute()
  const to = node.current.db.selectFrom('messageRecipient').select('userId').orderBy('userId')
  return Promise.all(
    letters.map(async ({ id }) =>
      (await to.where('messageId', '=', id).execute()).map(({ userId }) => userId),
    ),
  )
}
const ids = (...names: string[]) => names.map(user).sort((a, b) => a - b)

test('a district that takes a child in does not learn either where it studies before that has passed', async () => {
  const id = await apply({ to: CITY })
  for (const account of ['xiaoshan', 'cityReceiver']) {
    const answer = await detail(account, id)
    expect(answer.data.transfer).toMatchObject({ fromOrgName: null, fromClassName: null, studentId: null })
    expect(JSON.stringify(answer)).not.toContain(FROM)
  }
  expect((await detail('region01', id)).data.transfer?.fromOrgName).toBe(FROM)
  expect((await pass('city01', id)).success).toBe(true)
  expect((await detail('xiaoshan', id)).data.transfer?.fromOrgName).toBe(FROM)
})

describe('applying', () => {
  test.each([
    [NEAR, { provinceId: '330000', cityId: '330100', regionId: '330106' }],
    [CITY, { provinceId: '330000', cityId: '330100', regionId: null }],
    [FAR, { provinceId: '330000', cityId: null, regionId: null }],
  ])('to %s covers what both schools have in common', async (to, area) => {
    expect(await approvalOf(await apply({ to }))).toMatchObject({ kind: 'transfer', status: 0, ...area })
  })

  test('twice for the same school is one application; for another school another', async () => {
    const pupil = nextPupil()
    const id = await apply({ to: NEAR, pupil })
    expect(await apply({ to: NEAR, pupil, by: 'near' })).toBe(id)
    expect(await apply({ to: CITY, pupil })).not.toBe(id)
  })

  test('for a child that is not there, or not there any more, is refused', async () => {
    await expect(apply({ to: NEAR, pupil: { id: 9_999_999, name: '', classId: 0 } })).rejects.toMatchObject({
      code: 650,
    })
    await expect(apply({ to: NEAR, from: CITY })).rejects.toMatchObject({ code: REFUSALS.changedMeanwhile })
  })
})

describe('an application is seen and decided', () => {
  // s: sees and looks on, d: decides, blank: neither.
  test.each([
    [NEAR, { province01: 'd', city01: 'd', region01: 'd', school01: 's', near: 's' }],
    [CITY, { province01: 'd', city01: 'd', region01: 's', xiaoshan: 's', school01: 's', cityReceiver: 's' }],
    [
      FAR,
      {
        province01: 'd',
        city01: 's',
        ningbo: 's',
        region01: 's',
        haishu: 's',
        school01: 's',
        farReceiver: 's',
      },
    ],
  ])('to %s by those whose range says so', async (to, expected: Record<string, string>) => {
    const id = await apply({ to })
    const everybody = ['province01', 'city01', 'region01', 'school01', ...Object.keys(ADMINS)]
    for (const account of everybody) {
      const role = expected[account]
      const { data } = await as(account).call(approvalPageList, { kind: 'transfer' })
      expect(
        data.list.map(({ approvalId, decidable }) => [approvalId, decidable]),
        account,
      ).toEqual(role ? [[id, role === 'd']] : [])
      expect((await detail(account, id)).code, account).toBe(role ? 200 : 650)
      expect((await as(account).call(pendingApprovals, {})).data.transfer, account).toBe(role === 'd' ? 1 : 0)
      if (role === 'd') continue
      expect((await pass(account, id)).code, account).toBe(role ? 700 : 650)
    }
    expect((await approvalOf(id)).status).toBe(0)
  })

  test('not by teachers, who do not speak for the school', async () => {
    await node.current.sql(`insert into user_permission_override values (${user('teacher01')}, 1256, true)`)
    const id = await apply({ to: NEAR })
    expect((await as('teacher01').call(approvalPageList, {})).data.list).toEqual([])
    expect((await detail('teacher01', id)).code).toBe(650)
    expect((await as('hospital01').call(approvalPageList, {})).code).toBe(602)
  })

  test('with a sentence that says why not', async () => {
    const near = await apply({ to: NEAR, by: 'region01' })
    const far = await apply({ to: FAR })
    const reasons = [await pass('school01', near), await pass('region01', near), await pass('region01', far)]
    expect(reasons.map(({ message }) => message)).toEqual([
      '转学申请由主管部门审核，学校只能查看',
      '不能审核自己提交的申请，请由其他审核人处理',
      '该申请涉及您管辖范围以外的学校，请由上级部门审核',
    ])
    expect((await pass('city01', near)).success).toBe(true)
  })

  test('never by a member of the school that applied, whatever the range', async () => {
    const id = await apply({ to: NEAR, by: 'school01' })
    await node.current.sql(`update app_user set org_id = ${org(FROM)} where account = 'city01'`)
    expect((await detail('city01', id)).data.decidable).toBe(false)
    expect((await pass('city01', id)).code).toBe(700)
    await node.current.sql(`update app_user set org_id = ${org('杭州市教育局')} where account = 'city01'`)
  })
})

describe('what a detail says', () => {
  test('to who sees both sides', async () => {
    const pupil = nextPupil()
    const id = await apply({ to: NEAR, pupil })
    const { data } = await detail('region01', id)
    expect(data).toMatchObject({
      kind: 'transfer',
      title: `${maskName(pupil.name)} 转入 ${NEAR}`,
      applicantName: '周静',
      applicantOrgName: FROM,
      applyReason: '搬家',
      org: null,
      transfer: {
        studentId: pupil.id,
        studentName: maskName(pupil.name),
        fromOrgName: FROM,
        toOrgName: NEAR,
      },
    })
    expect(data.transfer?.sexName).toMatch(/^[男女]$/)
    expect(data.transfer?.fromClassName).toMatch(/^[一二三四五六]年级\d+班$/)
    expect(data.transfer?.toClassName).toMatch(/^[一二三四五六]年级\d+班$/)
  })

  test('never the number of a document in full', async () => {
    const pupil = nextPupil()
    await node.current.sql(`update student set id_card_mask = '330106************' where id = ${pupil.id}`)
    const id = await apply({ to: NEAR, pupil })
    expect((await detail('region01', id)).data.transfer?.idCard).toBe('330106************')
  })

  test('to the receiving school: not where the child is, until it has come', async () => {
    const pupil = nextPupil()
    const id = await apply({ to: NEAR, pupil })
    const pending = (await detail('near', id)).data
    expect(pending).toMatchObject({ applicantName: null, applicantOrgName: null, applyReason: null })
    expect(pending.transfer).toMatchObject({ studentId: null, fromOrgName: null, fromClassName: null })
    expect(JSON.stringify(pending)).not.toContain(FROM)
    const { data: page } = await as('near').call(approvalPageList, {})
    expect(JSON.stringify(page)).not.toContain(FROM)
    const found = await as('near').call(approvalPageList, { keyword: FROM })
    expect(found.data.total).toBe(0)
    expect((await detail('school01', id)).data.transfer).toMatchObject({
      studentId: pupil.id,
      fromOrgName: FROM,
    })

    await pass('region01', id)
    const passed = (await detail('near', id)).data
    expect(passed).toMatchObject({ applicantOrgName: FROM, status: 1 })
    expect(passed.transfer).toMatchObject({ studentId: pupil.id, fromOrgName: FROM })
    expect(passed.transfer?.fromClassName).toMatch(/班$/)
    expect((await detail('school01', id)).data.transfer?.studentId).toBeNull()
  })

  test('to the receiving school: nothing more after a refusal, and its own name where it applied', async () => {
    const id = await apply({ to: NEAR, by: 'near' })
    await reject('region01', id)
    const { data } = await detail('near', id)
    expect(data).toMatchObject({ status: 2, decideReason: '学额已满', applicantOrgName: NEAR })
    expect(data.transfer).toMatchObject({ studentId: null, fromOrgName: null, fromClassName: null })
  })
})

describe('a decision', () => {
  test('that passes moves the child and tells both schools and the applicant once', async () => {
    const pupil = nextPupil()
    const id = await apply({ to: NEAR, pupil, by: 'region01' })
    expect((await pass('city01', id)).data).toEqual({ decided: 1 })
    expect((await studentOf(pupil.id)).orgId).toBe(org(NEAR))
    expect(await recipientsOf('转学申请已通过')).toEqual([ids('school01', 'near', 'region01')])
    const [letter] = await node.current.db.selectFrom('message').selectAll().execute()
    expect(letter?.link).toBe('/approve/approve-list?kind=transfer&status=1')
    expect(letter?.body).not.toContain(FROM)
  })

  test('that refuses leaves the child where it is and says why', async () => {
    const pupil = nextPupil()
    const id = await apply({ to: NEAR, pupil })
    await reject('region01', id)
    expect(await studentOf(pupil.id)).toMatchObject({ orgId: org(FROM), classId: pupil.classId })
    expect(await recipientsOf('转学申请未通过')).toEqual([ids('school01', 'near')])
  })

  test('closes what else was applied for the child, and tells those', async () => {
    const pupil = nextPupil()
    const [near, city, far] = [
      await apply({ to: NEAR, pupil }),
      await apply({ to: CITY, pupil, by: 'cityReceiver' }),
      await apply({ to: FAR, pupil }),
    ]
    const another = await apply({ to: CITY })
    await pass('city01', city)
    expect(await approvalOf(city)).toMatchObject({ status: 1, decideReason: null })
    for (const id of [near, far]) {
      expect(await approvalOf(id)).toMatchObject({
        status: 2,
        decideReason: '学生已转入其他学校',
        decidedBy: user('city01'),
      })
    }
    expect((await approvalOf(another)).status).toBe(0)
    expect((await recipientsOf('转学申请未通过')).sort()).toEqual(
      [ids('school01', 'near'), ids('school01', 'farReceiver')].sort(),
    )
    expect(await recipientsOf('转学申请已通过')).toEqual([ids('school01', 'cityReceiver')])
  })

  test('for two schools at once is none', async () => {
    const pupil = nextPupil()
    const both = [await apply({ to: NEAR, pupil }), await apply({ to: CITY, pupil })]
    expect((await pass('city01', ...both)).message).toBe('同一名学生的多个转学申请只能通过一个，请分别处理')
    expect((await reject('city01', ...both)).data).toEqual({ decided: 2 })
  })

  test('whose effect is refused takes the whole batch back', async () => {
    const [one, two] = [nextPupil(), nextPupil()]
    const classId = await classIn(NEAR)
    const good = await apply({ to: NEAR, pupil: one })
    const { id: closed } = await node.current.db
      .selectFrom('class')
      .select('id')
      .where('orgId', '=', org(NEAR))
      .where('closedOn', 'is', null)
      .where('id', '<>', classId)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const bad = await apply({ to: NEAR, pupil: two, classId: closed })
    await node.current.sql(`update class set closed_on = current_date where id = ${closed}`)
    expect((await pass('region01', good, bad)).code).toBe(REFUSALS.notInThisState)
    expect([(await approvalOf(good)).status, (await approvalOf(bad)).status]).toEqual([0, 0])
    expect((await studentOf(one.id)).orgId).toBe(org(FROM))
    expect(await recipientsOf('转学申请已通过')).toEqual([])
    await node.current.sql(`update class set closed_on = null where id = ${closed}`)
  })
})
