// Everything at once on two nodes: afterwards each child is in one place, figures are right and no task is stuck.
import { beforeAll, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { type TestApp, useApp } from '../../testing/app.ts'
import { type ImportSchool, importSchool, type SheetValues } from '../../testing/imports/school.ts'
import { importRows, uploadRows } from '../../testing/imports/upload.ts'
import { recordIdOf } from '../../testing/life-cycle.ts'
import { demoUser } from '../../testing/people.ts'
import { faults } from '../../testing/roster-state.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
let second: TestApp
let schools: ImportSchool[]
const region = demoUser(node, 'region01')
beforeAll(async () => {
  second = await node.current.otherNode()
  schools = [await importSchool(node.current), await importSchool(node.current)]
})

type Child = { id: number; orgId: number; classId: number | null }
const childrenOf = (names: unknown[]) =>
  rowsOf<Child>(
    node.current,
    'select id, org_id as "orgId", class_id as "classId" from student where name = any($1) order by id',
    [names],
  )
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** What people do to children while sheets with the same children are written. */
async function interfere(child: Child, n: number) {
  const school = schools.find(({ orgId }) => orgId === child.orgId) ?? pick(schools, 0)
  const by = (n % 2 ? second : node.current).as(school.token)
  const other = pick(schools, schools.indexOf(school) + 1)
  const studentIds = [child.id]
  switch (n % 5) {
    case 0:
      return by.call(studentEndpoints.moveStudents, { studentIds, newClassId: pick(school.classIds, n) })
    case 1:
      return by.call(studentEndpoints.leaveStudents, { studentIds, historyType: 10, reason: '搬迁' })
    case 2:
      return by.call(studentEndpoints.renameStudent, { studentId: child.id, name: '改名者' })
    case 3:
      return by.call(studentEndpoints.applyTransfer, {
        studentId: child.id,
        newOrgId: other.orgId,
        newClassId: pick(other.classIds, n),
      })
    default: {
      if (child.classId !== null) return by.call(studentEndpoints.deleteStudents, { studentIds })
      const recordIds = [await recordIdOf(node.current, child.id)]
      return by.call(studentEndpoints.recoverStudents, { recordIds, classId: pick(school.classIds, n) })
    }
  }
}

async function runBoth() {
  await Promise.all([node.current.worker.runDue(), second.worker.runDue()])
  await node.current.sql(`update job set run_at = now() where state = 'queued'`)
}

test('imports, undoing, moving, leaving, transfers and deleting at once', async () => {
  const [a, b] = schools as [ImportSchool, ImportSchool]
  const children = Array.from({ length: 16 }, (_, n) =>
    a.row({ name: `众人${'甲乙丙丁戊己庚辛'[n % 8]}`, studentNo: `Z${n}` }),
  )
  const names = [...new Set(children.map(({ name }) => name)), '改名者']
  const there = (row: SheetValues): SheetValues => ({
    ...row,
    school: b.orgName,
    classYear: String(b.entryYear),
    studentNo: null,
  })
  const taskIds: number[] = [(await importRows(a, children)).recordId]
  for (let round = 0; round < 3; round += 1) {
    const odd = (n: number) => (n + round) % 2 === 1
    taskIds.push(
      await uploadRows(
        a,
        children.map((row, n) => ({
          ...row,
          class: odd(n) ? '2班' : '1班',
          parentName: pick(['张伟', '李娜', '王强', '赵敏'], round),
        })),
      ),
      await uploadRows(
        b,
        children.map((row, n) => ({
          ...there(row),
          class: odd(n) ? '1班' : '2班',
          nativePlace: `第${round}轮`,
        })),
      ),
    )
    const known = await childrenOf(names)
    const undo = pick(taskIds, taskIds.length - 3)
    const answers = await Promise.all([
      ...known.map((child, n) => interfere(child, n + round)),
      a.by.call(importEndpoints.undoImport, { recordId: undo }),
      second.as(b.token).call(importEndpoints.undoImport, { recordId: undo }),
      runBoth(),
    ])
    for (const answer of answers) if (answer) expect(answer.status, JSON.stringify(answer)).toBeLessThan(500)
    const open = await rowsOf<{ id: number }>(
      node.current,
      'select id from approval where status = 0 and student_id is not null',
    )
    const approvalIds = open.map(({ id }) => id).filter((_, n) => n % 2 === 0)
    await Promise.all([
      ...approvalIds.map((id) => region.call(approvalEndpoints.decide, { approvalIds: [id], passed: true })),
      runBoth(),
    ])
    await runBoth()
    expect(await faults(node.current), `round ${round}`).toEqual([])
  }
  for (let more = 0; more < 3; more += 1) await runBoth()
  const states = await rowsOf<{ state: string; msg: string | null }>(
    node.current,
    'select state, error_msg as msg from import_task',
  )
  for (const { state, msg } of states) {
    expect(['done', 'undone'], String(msg)).toContain(state)
    expect(msg ?? '').not.toContain('多次')
  }
  expect(
    await rowsOf(
      node.current,
      `select kind, error from job where state in ('queued', 'running', 'failed')
    and error like '%多次%'`,
    ),
  ).toEqual([])
}, 120_000)
