import { ReportPage } from '../parts/report-page.tsx'

export function Page() {
  return <ReportPage kind="region" />
}
