import { sql } from 'kysely'
import { ApprovalStatus, OrgType, RoleType, SchoolStage } from '#contract/core/codes.ts'
import { insertOrgApproval, insertTransferApproval } from '../approvals/submit-queries.ts'
import type { Tx } from '../core/db/connect.ts'
import { type ClassByPlace, type PlannedClass, placeKey } from './demo-classes.ts'
import type { DemoIds } from './demo-queries.ts'
import { DEMO_ORGS, DEMO_USERS, FIRST_SCHOOL } from './demo-world.ts'

const { primary, juniorHigh } = SchoolStage.code

export type Pupil = { id: number; name: string }
type Affairs = {
  ids: DemoIds
  byPlace: ClassByPlace
  /** Who is in a class, by its id. */
  studentsOf: Map<number, Pupil[]>
}

/** What goes on around the roster: who teaches whom, who screens whom, what waits for a decision, letters. */
export async function insertAffairs(db: Tx, affairs: Affairs): Promise<void> {
  await assignTeachers(db, affairs)
  await bindScreeners(db, affairs)
  await apply(db, affairs)
  await sendLetters(db, affairs)
}

async function assignTeachers(db: Tx, { ids, byPlace }: Affairs) {
  const classes: { userId: number; classId: number }[] = []
  for (const { account, org, roleType } of DEMO_USERS) {
    const userId = ids.users.get(account)
    if (roleType !== RoleType.code.classTeacher || org === null || !userId) continue
    const own = [...byPlace].filter(([place]) => place.startsWith(`${org} `)).map(([, each]) => each)
    const assigned = account === 'teacher01' ? own.filter(({ grade }) => grade.gradeNo === 3) : own
    for (const { id } of assigned.slice(0, account === 'teacher01' ? 2 : 1))
      classes.push({ userId, classId: id })
  }
  if (classes.length > 0) await db.insertInto('userClass').values(classes).execute()
  const head = ids.users.get('grade01')
  const grade = byPlace.get(placeKey(FIRST_SCHOOL, primary, 4, 1))?.grade
  if (head && grade) await db.insertInto('userGrade').values({ userId: head, gradeId: grade.id }).execute()
}

/** A hospital serves the schools of its district, a social organisation some of its city. */
async function bindScreeners(db: Tx, { ids }: Affairs) {
  const schools = DEMO_ORGS.filter(
    ({ orgType, status }) => orgType === OrgType.code.school && status !== ApprovalStatus.code.pending,
  )
  const bindings = DEMO_ORGS.flatMap((org) => {
    const served = schools.filter((school) => {
      if (org.orgType === OrgType.code.hospital) return school.regionId === org.regionId
      return (
        org.orgType === OrgType.code.social &&
        school.cityId === org.cityId &&
        /-school-[13]$/.test(school.key)
      )
    })
    return served.map((school) => ({ orgId: ids.orgs.get(org.key), schoolOrgId: ids.orgs.get(school.key) }))
  })
  const known = bindings.filter((row): row is { orgId: number; schoolOrgId: number } =>
    Boolean(row.orgId && row.schoolOrgId),
  )
  if (known.length > 0) await db.insertInto('orgBinding').values(known).execute()
}

const NINE_YEARS = '330106-school-3'
const JUNIOR_HIGH = '330106-school-2'
/** Asked for by the school that is to take the student. */
const TRANSFERS = [
  { from: [FIRST_SCHOOL, primary, 2], to: NINE_YEARS, reason: '家庭搬迁，申请就近入学' },
  { from: [NINE_YEARS, primary, 4], to: FIRST_SCHOOL, reason: '父母工作调动' },
  { from: [JUNIOR_HIGH, juniorHigh, 2], to: NINE_YEARS, reason: '随监护人居住地变更' },
  { from: [FIRST_SCHOOL, primary, 5], to: NINE_YEARS, reason: '家庭搬迁', refused: '接收班级学额已满' },
] as const

async function apply(db: Tx, affairs: Affairs) {
  const { ids } = affairs
  const pending = DEMO_ORGS.find(({ status }) => status === ApprovalStatus.code.pending)
  const orgId = pending && ids.orgs.get(pending.key)
  if (pending && orgId && (await isPending(db, orgId))) {
    const { provinceId, cityId = null, regionId = null } = pending
    const applicant = { applicantUserId: adminOf(ids, pending.key), applicantOrgId: orgId, applyReason: null }
    await insertOrgApproval(db, { orgId, provinceId, cityId, regionId, ...applicant })
  }
  for (const transfer of TRANSFERS) await applyForTransfer(db, affairs, transfer)
}

async function isPending(db: Tx, orgId: number): Promise<boolean> {
  const row = await db.selectFrom('org').select('status').where('id', '=', orgId).executeTakeFirst()
  return row?.status === ApprovalStatus.code.pending
}

async function applyForTransfer(db: Tx, affairs: Affairs, transfer: (typeof TRANSFERS)[number]) {
  const [school, stage, gradeNo] = transfer.from
  const student = pupilsOf(affairs, affairs.byPlace.get(placeKey(school, stage, gradeNo, 1))).at(-1)
  const [fromOrgId, toOrgId] = [affairs.ids.orgs.get(school), affairs.ids.orgs.get(transfer.to)]
  const toClass = affairs.byPlace.get(placeKey(transfer.to, stage, gradeNo, 1))
  if (!student || !fromOrgId || !toOrgId || !toClass) return
  const id = await insertTransferApproval(db, {
    studentId: student.id,
    fromOrgId,
    toOrgId,
    toGradeId: toClass.grade.id,
    toClassId: toClass.id,
    applicantUserId: adminOf(affairs.ids, transfer.to),
    applicantOrgId: toOrgId,
    applyReason: transfer.reason,
  })
  if (!('refused' in transfer)) return
  const decidedBy = affairs.ids.users.get('region01') ?? null
  await db
    .updateTable('approval')
    .set({
      status: ApprovalStatus.code.rejected,
      decideReason: transfer.refused,
      decidedBy,
      decidedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

const pupilsOf = ({ studentsOf }: Affairs, of: PlannedClass | undefined): Pupil[] =>
  (of && studentsOf.get(of.id)) ?? []

function adminOf(ids: DemoIds, org: string): number | null {
  const admin = DEMO_USERS.find((user) => user.org === org && user.roleType === RoleType.code.admin)
  return (admin && ids.users.get(admin.account)) ?? null
}

const LETTERS = [
  {
    to: ['school01', 'region01'],
    kind: 'notice',
    title: '新学年学生信息核对通知',
    body: '新学年已开始，请核对本校各年级、班级和学生名单，转入转出的学生请及时办理手续。',
    link: '/schools/schools-manage',
    daysAgo: 12,
    read: true,
  },
  {
    to: ['school01'],
    kind: 'notice',
    title: '请完善班级与班主任信息',
    body: '请为各班级指定班主任账号，班主任登录后可以查看本班学生。',
    link: '/authority/authority-manage',
    daysAgo: 5,
    read: false,
  },
  {
    to: ['school01'],
    kind: 'approval.transfer',
    title: '有新的转学申请',
    body: '西湖九年一贯制学校申请接收本校二年级1班的一名学生，等待教育局审核。',
    link: `/approve/approve-list?kind=transfer&status=${ApprovalStatus.code.pending}`,
    daysAgo: 1,
    read: false,
  },
  {
    to: ['region01'],
    kind: 'approval.org',
    title: '有新的机构入驻申请',
    body: '西湖新城外国语学校申请入驻平台，等待审核。',
    link: `/approve/approve-list?kind=org&status=${ApprovalStatus.code.pending}`,
    daysAgo: 2,
    read: false,
  },
  {
    to: ['region01'],
    kind: 'approval.transfer',
    title: '有转学申请等待审核',
    body: '西湖区有 3 份学生转学申请等待审核。',
    link: `/approve/approve-list?kind=transfer&status=${ApprovalStatus.code.pending}`,
    daysAgo: 1,
    read: false,
  },
]

async function sendLetters(db: Tx, { ids }: Affairs) {
  for (const { to, kind, title, body, link, daysAgo, read } of LETTERS) {
    const userIds = to.map((account) => ids.users.get(account)).filter((id) => id !== undefined)
    if (userIds.length === 0) continue
    const at = sql<Date>`now() - ${daysAgo} * interval '1 day'`
    const { id } = await db
      .insertInto('message')
      .values({ kind, title, body, link, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const readAt = read ? sql<Date>`now() - interval '1 day'` : null
    const recipients = userIds.map((userId) => ({ messageId: id, userId, readAt }))
    await db.insertInto('messageRecipient').values(recipients).execute()
  }
}
