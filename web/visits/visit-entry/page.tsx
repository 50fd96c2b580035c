import { Tabs } from 'antd'
import { z } from 'zod'
import { OrgType } from '#contract/core/codes.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { Entry } from './entry.tsx'
import { OwnVisits } from './own-visits.tsx'

const Address = z.object({ tab: z.enum(['entry', 'own']).default('entry') })

/** Records visits; a hospital also sees what it recorded. */
export function Page() {
  const [{ tab }, setAddress] = useUrlState(Address)
  const isHospital = useSession().user?.orgType === OrgType.code.hospital
  if (!isHospital) return <Entry />
  return (
    <>
      <Tabs
        activeKey={tab}
        onChange={(next) => setAddress({ tab: Address.shape.tab.parse(next) })}
        items={[
          { key: 'entry', label: '登记就诊' },
          { key: 'own', label: '本院记录' },
        ]}
      />
      {tab === 'entry' ? <Entry /> : <OwnVisits />}
    </>
  )
}
