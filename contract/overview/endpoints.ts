// Big screens on walls (spec §2 "Overviews"): live figures of a plan and a place, shared by all who watch.
import { endpoint } from '../core/endpoint.ts'
import { DiopterView } from './diopter.ts'
import { HospitalsView } from './hospitals.ts'
import { AreaMap, MapQuery } from './map.ts'
import { MyopiaView } from './myopia.ts'
import { OrganisationView } from './organisation.ts'
import { ParentsView } from './parents.ts'
import { ProgressView } from './progress.ts'
import { RankingView } from './ranking.ts'
import { SchoolView } from './school.ts'
import { StudentsView } from './students.ts'
import { SummaryView } from './summary.ts'
import { OwnWallQuery, SchoolWallQuery, WallQuery, wallAnswer } from './wall.ts'

const read = { method: 'GET', scoped: true, audit: null } as const
/** The spec exempts the screens of these from the idle time-out. */
const onWalls = { ...read, evenIfIdle: true } as const
const ofAreas = ['overview', 'overviewTwo', 'overviewThree'] as const

export const overviewEndpoints = {
  overviewProgress: endpoint({
    ...onWalls,
    path: '/manager/overview/progress',
    summary: '大屏：省、市、区县筛查进度',
    access: ofAreas,
    input: WallQuery,
    output: wallAnswer(ProgressView),
  }),
  overviewMyopia: endpoint({
    ...onWalls,
    path: '/manager/overview/myopia',
    summary: '大屏：省、市、区县近视率',
    access: ofAreas,
    input: WallQuery,
    output: wallAnswer(MyopiaView),
  }),
  overviewSchool: endpoint({
    ...onWalls,
    path: '/manager/overview/school',
    summary: '大屏：学校筛查、学校驾驶舱',
    access: [...ofAreas, 'overviewFour'],
    input: SchoolWallQuery,
    output: wallAnswer(SchoolView),
  }),
  overviewHospitals: endpoint({
    ...read,
    path: '/manager/overview/hospitals',
    summary: '大屏：医院端，承担机构的筛查与就诊登记',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(HospitalsView),
  }),
  overviewOrganisation: endpoint({
    ...read,
    path: '/manager/overview/organisation',
    summary: '大屏：筛查机构驾驶舱',
    access: ['overviewFive'],
    input: OwnWallQuery,
    output: wallAnswer(OrganisationView),
  }),
  overviewSummary: endpoint({
    ...read,
    path: '/manager/overview/summary',
    summary: '大屏：总览、省总览，进度、近视率与随访',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(SummaryView),
  }),
  overviewRanking: endpoint({
    ...read,
    path: '/manager/overview/ranking',
    summary: '大屏：前十，学校与区域的排名',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(RankingView),
  }),
  overviewStudents: endpoint({
    ...read,
    path: '/manager/overview/students',
    summary: '大屏：学生端，建议就诊、就诊与预警',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(StudentsView),
  }),
  overviewDiopter: endpoint({
    ...read,
    path: '/manager/overview/diopter',
    summary: '大屏：屈光度，等效球镜按学段、年级和年龄',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(DiopterView),
  }),
  overviewParents: endpoint({
    ...read,
    path: '/manager/overview/parents',
    summary: '大屏：家长端，告知书的打开、确认与就诊',
    access: ['overviewThree'],
    input: WallQuery,
    output: wallAnswer(ParentsView),
  }),
  overviewMap: endpoint({
    ...onWalls,
    scoped: false,
    path: '/manager/overview/map',
    summary: '大屏：下级区域的图形',
    access: ofAreas,
    input: MapQuery,
    output: AreaMap,
  }),
}
