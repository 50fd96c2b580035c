import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { ExecutorWork, HospitalsView } from '#contract/overview/hospitals.ts'
import type { OrganisationView, OwnTask } from '#contract/overview/organisation.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { rangeCounts } from './plans.ts'
import { progressView, wallRate } from './walls.ts'

export const SCREENING_ORG: Unit = { level: 'range', key: {}, name: '西湖人民医院' }

export const ownTask = (change: Partial<OwnTask> = {}): OwnTask => ({
  taskId: 1,
  schoolName: '西湖实验小学',
  status: TaskStatus.code.underWay,
  startsOn: '2026-11-02',
  endsOn: '2026-11-30',
  overdue: false,
  isToday: true,
  expected: 200,
  screened: 150,
  valid: 148,
  screenedToday: 12,
  ...change,
})

const WITHIN = { retestShort: false, errorsOver: false }

/** A hospital that is at work on 16 November 2026. */
export const organisationView = (change: Partial<OrganisationView> = {}): OrganisationView => {
  const { days, feed } = progressView()
  return {
    total: { expected: 845, screened: 521, valid: 510 },
    range: rangeCounts({ begun: { schools: 2, students: 845 } }),
    perDay: 104,
    forecast: 100,
    workdaysLeft: 16,
    neededPerDay: 18,
    days,
    feed,
    tasks: { completed: 0, underWay: 1, waiting: 0, overdue: 0, waitingMost: null },
    week: [ownTask()],
    tasksToday: 1,
    tasksOfWeek: 2,
    entered: {
      day: '2026-11-16',
      writers: [
        {
          key: 'device 1',
          kind: 'device',
          name: '1号电脑验光仪',
          hours: [
            { hour: 9, records: 20 },
            { hour: 10, records: 10 },
          ],
          records: 30,
          invalid: 2,
        },
        {
          key: 'screener 4',
          kind: 'screener',
          name: '何敏',
          hours: [
            { hour: 9, records: 5 },
            { hour: 10, records: 5 },
          ],
          records: 10,
          invalid: 0,
        },
        {
          key: 'sheet',
          kind: 'sheet',
          name: null,
          hours: [{ hour: 19, records: 15 }],
          records: 15,
          invalid: 1,
        },
        {
          key: 'others',
          kind: 'others',
          name: null,
          hours: [{ hour: 9, records: 5 }],
          records: 5,
          invalid: 0,
        },
      ],
    },
    quality: { invalidRate: 2.11, retestRate: 2.94, errorRate: 4.29, ...WITHIN, retestShort: true },
    retestRatio: 5,
    errorCap: 5,
    sources: { hand: 74, sheet: 212, device: 235 },
    owed: {
      students: 60,
      schools: 1,
      conflicts: 2,
      list: [
        {
          orgId: 8,
          name: '西湖第一初级中学',
          part: 'begun',
          owing: 60,
          conflicts: 2,
          retestRate: 3.4,
          retestShort: true,
          errorRate: 6,
          errorsOver: true,
        },
      ],
    },
    ...change,
  }
}

export const executorWork = (change: Partial<ExecutorWork> = {}): ExecutorWork => ({
  orgId: 7,
  name: '西湖人民医院',
  kind: 'hospital',
  tasks: 3,
  completed: 1,
  overdue: 0,
  expected: 845,
  screened: 521,
  valid: 510,
  perDay: 260.5,
  quality: { invalidRate: 2.11, retestRate: 5.2, errorRate: 4.29, ...WITHIN },
  ...change,
})

export const hospitalsView = (change: Partial<HospitalsView> = {}): HospitalsView => {
  const { quality } = executorWork()
  const work = { tasks: 3, completed: 1, overdue: 0, expected: 845, screened: 521, valid: 510 }
  return {
    total: { ...work, orgs: 1, quality },
    kinds: [
      { ...work, kind: 'hospital', orgs: 1 },
      { ...work, kind: 'school', orgs: 1, screened: 479 },
    ],
    retestRatio: 5,
    errorCap: 5,
    organisations: [executorWork()],
    overCap: [],
    overCapCount: 0,
    days: [{ day: '2026-11-13', screened: 521 }],
    visited: wallRate(84, 400),
    visited30: wallRate(60, 400),
    visits: {
      since: '2026-11-10',
      sources: [
        { source: 1, visits: 25 },
        { source: 2, visits: null },
        { source: 3, visits: null },
      ],
    },
    ...change,
  }
}
