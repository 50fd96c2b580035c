// Big screens: every view with 80 000 records and with four million, as if nobody else had just asked.

import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import type { PlanRow } from '#contract/eyesight/plan-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { ProgressView } from '#contract/overview/progress.ts'
import { compareSizes, IN_TURNS } from './compare-sizes.ts'
import { grownApp, STUDENTS } from './figures.ts'
import type { Call, MeasuredApp } from './measured-app.ts'
import type { Row, Table } from './table.ts'

const BAR = 2
/** Of the server, for opening any view. */
const OPENED_MS = 1_000

export async function measureOverview({
  students = STUDENTS.many,
  data,
}: {
  students?: number
  data?: string
}): Promise<Table> {
  const small = await grownApp(STUDENTS.few, data)
  const large = await grownApp(students, data)
  try {
    const rows: Row[] = []
    const tell = (row: Row) => {
      rows.push(row)
      console.log(`${row.what}：${row.value}`)
    }
    tell(large.row)
    const [atSmall, atLarge] = [await viewsOf(small.app), await viewsOf(large.app)]
    for (const name of Object.keys(atSmall)) {
      const sides = [
        [small.app, atSmall[name]],
        [large.app, atLarge[name]],
      ] as const
      tell(await compareSizes(name, BAR, ...sides, OPENED_MS))
    }
    return {
      title: '大屏：两万与一百万名学生，各四次筛查',
      note: `${IN_TURNS}每次都重新查询；平时同一画面一秒内只查询一次，所有观看者共用。`,
      rows,
    }
  } finally {
    await small.app.close()
    await large.app.close()
  }
}

/** The views of the plan under way, of 浙江省, 杭州市, 西湖区 and its first school. */
async function viewsOf(app: MeasuredApp): Promise<Record<string, Call>> {
  const token = await app.login('province01')
  const { list } = await app.read<{ list: PlanRow[] }>({ path: planEndpoints.planPageList.path, token })
  const planId = list.find(({ status }) => status === 2)?.planId
  if (planId === undefined) throw new Error('no plan is under way')
  const view = ({ path }: { path: string }, areaId?: string): Call => ({
    path: `${path}?${new URLSearchParams({ planId: String(planId), ...(areaId && { areaId }) })}`,
    token,
  })
  const { overviewProgress, overviewMyopia, overviewHospitals, overviewOrganisation } = overviewEndpoints
  const hospital = await app.login('hospital01')
  const { overviewSchool } = overviewEndpoints
  const { view: district } = await app.read<{ view: ProgressView }>(view(overviewProgress, '330106'))
  const orgId = district.areas.find(({ unit }) => unit.level === 'school')?.unit.key.orgId
  if (orgId === undefined) throw new Error('the district has no school')
  return {
    省筛查进度: view(overviewProgress),
    市筛查进度: view(overviewProgress, '330100'),
    区县筛查进度: view(overviewProgress, '330106'),
    省近视率: view(overviewMyopia),
    市近视率: view(overviewMyopia, '330100'),
    区县近视率: view(overviewMyopia, '330106'),
    学校筛查: { path: `${overviewSchool.path}?planId=${planId}&orgId=${orgId}`, token },
    省医院端: view(overviewHospitals),
    筛查机构驾驶舱: { ...view(overviewOrganisation), token: hospital },
  }
}
