import { sql } from 'kysely'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { measuredApp } from './measured-app.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 7
const CALLS = 300
const BAR = 6

/** The same process answers a bare `SELECT 1` and a list of 20 within the caller's range, in turns. */
export async function measureServiceTime(): Promise<Table> {
  const app = await measuredApp({
    routes: (instance, { db }) => {
      instance.get('/bench/select-1', async () => {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
        return { success: true, code: 200, message: '', data: rows[0] }
      })
    },
  })
  try {
    const token = await app.login('province01')
    const bare = { path: '/bench/select-1', token }
    const list = { path: `${authorityEndpoints.accountPageList.path}?pageNum=1&pageSize=20`, token }
    await app.times(bare, CALLS)
    await app.times(list, CALLS)
    const control: number[] = []
    const subject: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      control.push(median(await app.times(bare, CALLS)))
      subject.push(median(await app.times(list, CALLS)))
    }
    const ratio = median(subject) / median(control)
    return {
      title: '服务时间',
      note: `同一进程内交替测量 ${ROUNDS} 轮，每轮 ${CALLS} 次，取各轮中位数的中位数。`,
      rows: [
        { what: '只执行 SELECT 1 的路由', value: `${median(control).toFixed(2)} 毫秒` },
        { what: '按数据范围过滤的 20 行列表', value: `${median(subject).toFixed(2)} 毫秒` },
        { what: '列表 / SELECT 1', value: ratio.toFixed(1), bar: `≤ ${BAR}`, met: ratio <= BAR },
      ],
    }
  } finally {
    await app.close()
  }
}
