import { HOSPITALS } from '../parts/screening-org-kind.ts'
import { ScreeningOrgList } from '../parts/screening-org-list.tsx'

export function Page() {
  return <ScreeningOrgList kind={HOSPITALS} />
}
