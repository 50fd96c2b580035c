// What the walls ask: every view of the overviews, of 浙江省, 杭州市, 西湖区 and a school there.
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { ProgressView } from '#contract/overview/progress.ts'

export type View = { name: string; account: string; path: string }
type Named = { path: string }

const CITY = { areaId: '330100' }
export const DISTRICT = { areaId: '330106' }

const pathOf = ({ path }: Named, input: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`

/** Each by an account of its place, where such an account may open it: the third set is for provinces and cities. */
export function viewsOf({ planId, orgId }: { planId: number; orgId: number }): View[] {
  const of =
    (account: string, place = {}) =>
    (name: string, endpoint: Named): View => ({
      name,
      account,
      path: pathOf(endpoint, { planId, ...place }),
    })
  const [province, city, district] = [of('province01'), of('city01', CITY), of('region01', DISTRICT)]
  const within = of('province01', DISTRICT)
  const { overviewProgress, overviewMyopia, overviewSchool, overviewSummary, overviewRanking } =
    overviewEndpoints
  const { overviewDiopter, overviewStudents, overviewHospitals, overviewParents, overviewOrganisation } =
    overviewEndpoints
  return [
    province('省筛查进度', overviewProgress),
    city('市筛查进度', overviewProgress),
    district('区县筛查进度', overviewProgress),
    province('省近视率', overviewMyopia),
    city('市近视率', overviewMyopia),
    district('区县近视率', overviewMyopia),
    of('province01', { orgId })('学校筛查', overviewSchool),
    province('省总览', overviewSummary),
    within('区县总览', overviewSummary),
    province('省屈光度', overviewDiopter),
    within('区县屈光度', overviewDiopter),
    province('省前十', overviewRanking),
    within('区县前十', overviewRanking),
    province('省学生端', overviewStudents),
    within('区县学生端', overviewStudents),
    province('省医院端', overviewHospitals),
    province('省家长端', overviewParents),
    within('区县家长端', overviewParents),
    of('school01')('学校驾驶舱', overviewSchool),
    of('hospital01')('筛查机构驾驶舱', overviewOrganisation),
  ]
}

/** The second set: the same views, with the roster beside the plan. */
export const surveyViewsOf = (place: { planId: number; orgId: number }): View[] =>
  viewsOf(place)
    .filter(({ path }) => SECOND_SET.some((endpoint) => path.startsWith(`${endpoint.path}?`)))
    .filter(({ account }) => account !== 'school01')
    .map((view) => ({ ...view, name: `普查 ${view.name}` }))
const SECOND_SET: Named[] = [
  overviewEndpoints.overviewProgress,
  overviewEndpoints.overviewMyopia,
  overviewEndpoints.overviewSchool,
]

/** The first school that the wall of 西湖区 names. */
export async function schoolOf(
  planId: number,
  read: <T>(path: string, account: string) => Promise<T>,
): Promise<number> {
  const path = pathOf(overviewEndpoints.overviewProgress, { planId, ...DISTRICT })
  const { view } = await read<{ view: ProgressView }>(path, 'province01')
  const orgId = view.areas.find(({ unit }) => unit.level === 'school')?.unit.key.orgId
  if (orgId === undefined) throw new Error('the district has no school')
  return orgId
}
