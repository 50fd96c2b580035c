import type { Report } from '#contract/reports/report/report.ts'

/** What the writers lay out: a report of figures, or another document made of the same pieces. */
export type LaidOutReport = Pick<Report, 'title' | 'sections' | 'notes' | 'at' | 'frozen' | 'comparison'> & {
  unit: { name: string }
  plan: { planName: string; startsOn?: string | undefined; endsOn?: string | undefined }
  lastPlan: { planName: string } | null
  /** How the plan and its days are called where it is no screening plan. */
  labels?: { plan: string; days: string }
}
