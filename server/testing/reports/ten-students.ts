import type { TestApp } from '../app.ts'
import { schoolAdmin, signedIn } from '../people.ts'
import { savedRow, type Typed } from '../readings.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../roster.ts'
import { newPlan, newTask, recordsOf } from '../screening.ts'

const BORN = '2016-05-12'
const SPHERES = { cylinderRight: 0, cylinderLeft: 0 } as const
const eyes = (right: number, left: number, sphereRight: number, sphereLeft: number) =>
  ({ nakedRight: right, nakedLeft: left, sphereRight, sphereLeft, ...SPHERES }) as const

/** Ten pupils of three classes: sex, and what was entered. */
export const TEN: { class: 0 | 1 | 2; sex: 1 | 2; name: string; typed: Typed }[] = [
  // Nothing found but a small reserve: 近视前期.
  { class: 0, sex: 1, name: '学甲', typed: { glasses: 1, ...eyes(5, 5, 0.25, 0.25) } },
  // 低度近视, 中度视力不良, 未矫, 建议就诊, 三级.
  { class: 0, sex: 2, name: '学乙', typed: { glasses: 1, ...eyes(4.7, 4.8, -1.5, -1) } },
  // 中度近视, 重度视力不良, 框架, 足矫, 三级.
  {
    class: 0,
    sex: 1,
    name: '学丙',
    typed: { glasses: 2, ...eyes(4.2, 4.3, -3.5, -3.25), correctedRight: 5, correctedLeft: 5 },
  },
  // 高度近视, 散光, 重度视力不良, 框架, 欠矫, 建议就诊, 三级.
  {
    class: 0,
    sex: 2,
    name: '学丁',
    typed: {
      glasses: 2,
      ...eyes(4, 4, -6.5, -6.25),
      cylinderRight: -0.5,
      axisRight: 180,
      correctedRight: 4.7,
      correctedLeft: 4.8,
    },
  },
  // 角膜塑形镜: myopic without a degree, no vision of the naked eye.
  { class: 1, sex: 1, name: '学戊', typed: { glasses: 4, correctedRight: 5, correctedLeft: 5 } },
  // 请假.
  { class: 1, sex: 2, name: '学己', typed: { absence: 1 } },
  // One eye only: screened, not valid.
  { class: 1, sex: 1, name: '学庚', typed: { glasses: 1, nakedRight: 4.5 } },
  // At -0.50 D not myopic: 近视前期, 轻度视力不良, 未矫, 一级.
  { class: 2, sex: 2, name: '学辛', typed: { glasses: 1, ...eyes(4.9, 5, -0.5, 0) } },
  // 远视, 屈光参差, 建议就诊, 一级; the other eye lies in the band of 近视前期.
  { class: 2, sex: 1, name: '学壬', typed: { glasses: 1, ...eyes(5, 5, 2.5, 0.5) } },
  // Nobody knows why not.
  { class: 2, sex: 2, name: '学癸', typed: {} },
]

/** A school of 西湖区 with two classes of the third and one of the fourth grade, screened by itself. */
export async function makeTenStudents(app: TestApp) {
  const by = await signedIn(app, 'region01')
  const orgId = await newSchool(app, by, { name: `十人小学${process.pid}` })
  const third = await newGrade(by, orgId, 2, 3, 2)
  const fourth = await newGrade(by, orgId, 2, 4, 1)
  const classIds = [...third.classIds, ...fourth.classIds]
  const studentIds: number[] = []
  for (const { class: nth, sex, name } of TEN) {
    const made = await newStudent(by, classIds[nth] ?? 0, { name, idCard: newIdCard(BORN, sex) })
    studentIds.push(made.studentId)
  }
  const planId = await newPlan(by, { planName: `十人计划${process.pid}` })
  const taskId = await newTask(by, planId, orgId)
  const records = await recordsOf(app, taskId)
  const admin = await schoolAdmin(app, orgId)
  for (const [nth, { typed }] of TEN.entries()) {
    const record = records.find(({ studentId }) => studentId === studentIds[nth])
    if (record && Object.keys(typed).length > 0) await savedRow(admin, taskId, record.recordId, typed)
  }
  return { by, admin, orgId, classIds, studentIds, planId, taskId, gradeIds: [third.gradeId, fourth.gradeId] }
}
