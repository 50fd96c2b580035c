// The views of the third set: what each asks, and how it is drawn.
import type { ReactNode } from 'react'
import type { Endpoint, OutputOf } from '#contract/core/endpoint.ts'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import type { WallPlan } from '#contract/overview/wall.ts'
import { MyopiaView } from '../myopia/myopia-view.tsx'
import { ParentSide } from '../parents/parent-side.tsx'
import { RankingView } from '../ranking/ranking-view.tsx'
import { DiopterView } from '../refraction/diopter-view.tsx'
import { StudentSide } from '../students/student-side.tsx'
import { HospitalSide } from './hospital-side.tsx'
import { OverviewView } from './overview-view.tsx'
import { ProvinceOverview } from './province-overview.tsx'
import type { ViewName } from './rotation-address.ts'

type Place = { plan: WallPlan; unit: Unit; today: string; onOpen: (unit: Unit) => void }
type ViewOf<E extends Endpoint> = NonNullable<Extract<OutputOf<E>, { view: unknown }>['view']>
/** Of every view the answer has the same frame; what is in it is known to the view alone. */
export type Side = {
  label: string
  endpoint: typeof overviewEndpoints.overviewSummary
  draw: (view: unknown, place: Place) => ReactNode
}

const side = <E extends Endpoint>(
  label: string,
  endpoint: E,
  draw: (view: ViewOf<E>, place: Place) => ReactNode,
): Side => ({ label, endpoint: endpoint as never, draw: draw as Side['draw'] })

const {
  overviewSummary,
  overviewMyopia,
  overviewDiopter,
  overviewRanking,
  overviewStudents,
  overviewHospitals,
  overviewParents,
} = overviewEndpoints

export const SIDES: Record<ViewName, Side> = {
  overview: side('总览', overviewSummary, (view, place) => <OverviewView view={view} {...place} />),
  rate: side('近视率', overviewMyopia, (view, place) => <MyopiaView view={view} {...place} />),
  diopter: side('屈光度', overviewDiopter, (view) => <DiopterView view={view} />),
  top: side('前十', overviewRanking, (view, place) => <RankingView view={view} {...place} />),
  student: side('学生端', overviewStudents, (view, place) => <StudentSide view={view} {...place} />),
  hospital: side('医院端', overviewHospitals, (view, place) => <HospitalSide view={view} {...place} />),
  parent: side('家长端', overviewParents, (view, place) => <ParentSide view={view} {...place} />),
  province: side('省总览', overviewSummary, (view, place) => <ProvinceOverview view={view} {...place} />),
}
