import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { growDemo } from '../server/seed/grow/grow-demo.ts'
import { compareSizes, IN_TURNS } from './compare-sizes.ts'
import { type Call, type MeasuredApp, measuredApp } from './measured-app.ts'
import type { Row, Table } from './table.ts'

const LARGE = 1_000_000
const BAR = 3

const USERS = { 省级用户: 'province01', 区县用户: 'region01' }
type Student = { studentId: number; name: string; orgId: number }
type Page = { list: Student[]; total: number }

/** Lists, searches, trees and totals with 20 000 students and with a million, in turns within one run. */
export async function measureRoster(): Promise<Table> {
  const small = await measuredApp()
  let seconds = 0
  const large = await measuredApp({
    async prepare(db, secrets) {
      const started = performance.now()
      await growDemo(db, secrets, { students: LARGE, say: console.log })
      seconds = (performance.now() - started) / 1000
    },
  })
  try {
    const rows: Row[] = [
      { what: `批量生成到 ${LARGE.toLocaleString('en')} 名学生`, value: `${seconds.toFixed(0)} 秒` },
    ]
    for (const [title, account] of Object.entries(USERS)) {
      const calls = await Promise.all([small, large].map((app) => callsOf(app, account)))
      for (const name of Object.keys(calls[0] ?? {})) {
        rows.push(
          await compareSizes(`${title} ${name}`, BAR, [small, calls[0]?.[name]], [large, calls[1]?.[name]]),
        )
      }
    }
    return {
      title: '学生名册：两万与一百万',
      note: `${IN_TURNS}页码超出时取最后一页。`,
      rows,
    }
  } finally {
    await small.close()
    await large.close()
  }
}

/** The same questions to each database; names and numbers are those of somebody who is there. */
async function callsOf(app: MeasuredApp, account: string): Promise<Record<string, Call>> {
  const token = await app.login(account)
  const list = studentEndpoints.studentPageList.path
  const first = await app.read<Page>({ path: `${list}?pageNum=3`, token })
  const somebody = first.list[7]
  if (!somebody) throw new Error(`${account} sees no students`)
  const reveal = { studentId: somebody.studentId, reason: '测量' }
  const { idCard } = await app.read<{ idCard: string | null }>({
    path: studentEndpoints.revealStudent.path,
    token,
    body: reveal,
  })
  const last = Math.ceil(first.total / 20)
  const query = (path: string, input: object) => ({
    path: `${path}?${new URLSearchParams({ ...input })}`,
    token,
  })
  return {
    '列表第 1 页': query(list, { pageNum: 1 }),
    '列表第 2000 页': query(list, { pageNum: Math.min(2000, last) }),
    按姓名查找: query(list, { name: somebody.name }),
    按名字后两字查找: query(list, { name: somebody.name.slice(-2) }),
    按姓氏查找: query(list, { name: '王' }),
    按证件号查找: { path: list, token, body: { idCard } },
    年级班级树: query(schoolEndpoints.gradeList.path, { orgId: somebody.orgId }),
    范围内总数: query(schoolEndpoints.orgDataStatistics.path, {}),
    学校人数: query(studentEndpoints.studentDataStatistics.path, { orgId: somebody.orgId }),
    学校列表: query(schoolEndpoints.schoolPageList.path, {}),
  }
}
