import { Button, Flex, Popconfirm, Typography } from 'antd'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { BindingRow, HospitalRow } from '#contract/hospitals/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'

/** As many as one request takes. */
const BATCH_MAX = 500
const NAMES_SHOWN = 3
const refreshes = [hospitalEndpoints.bindingPageList, hospitalEndpoints.hospitalPageList]

type Props = {
  org: HospitalRow
  chosen: readonly BindingRow[]
  onClear: () => void
  /** These are bound or released now. */
  onDone: (schools: readonly BindingRow[]) => void
}

/** The action on the selected schools: those not yet bound are bound, the others released. */
export function BindingBar({ org, chosen, onClear, onDone }: Props) {
  const bind = useSend(hospitalEndpoints.bindSchools, { refreshes, success: false })
  const release = useSend(hospitalEndpoints.bindSchools, { refreshes, success: false })
  const bound = chosen.filter((school) => school.bound)
  const free = chosen.filter((school) => !school.bound)
  const tooMany = chosen.length > BATCH_MAX

  const send = async (schools: readonly BindingRow[], toBind: boolean) => {
    const input = { orgId: org.orgId, schoolIds: schools.map(({ schoolId }) => schoolId), bound: toBind }
    const sent = await (toBind ? bind : release).send(input)
    if (!sent.ok) return
    notifySuccess(`已${toBind ? '绑定' : '解除绑定'} ${sent.data.changed} 所学校`)
    onDone(schools)
  }
  return (
    <Flex justify="space-between" align="center" gap="small">
      <Flex align="center" gap={4}>
        <Typography.Text type={tooMany ? 'danger' : 'secondary'} role="status">
          {tooMany ? `一次最多 ${BATCH_MAX} 所，` : ''}已选 {chosen.length} 所
        </Typography.Text>
        {chosen.length > 0 && (
          <Button type="link" size="small" onClick={onClear}>
            取消选择
          </Button>
        )}
      </Flex>
      <Flex gap="small">
        <Popconfirm
          title={`解除与 ${bound.length} 所学校的绑定？`}
          description={`${namesOf(bound)}将不再由“${org.orgName}”服务，之后可重新绑定。`}
          okText="解除绑定"
          okButtonProps={{ danger: true }}
          cancelText="取消"
          placement="topRight"
          classNames={{ root: layout.atMost360 }}
          disabled={bound.length === 0 || tooMany}
          onConfirm={() => send(bound, false)}
        >
          <Button danger disabled={bound.length === 0 || tooMany} loading={release.sending}>
            解除绑定{countOf(bound)}
          </Button>
        </Popconfirm>
        <Button
          type="primary"
          disabled={free.length === 0 || tooMany}
          loading={bind.sending}
          onClick={() => void send(free, true)}
        >
          绑定{countOf(free)}
        </Button>
      </Flex>
    </Flex>
  )
}

const countOf = ({ length }: readonly BindingRow[]): string => (length > 0 ? ` ${length} 所` : '')

function namesOf(schools: readonly BindingRow[]): string {
  const names = schools.slice(0, NAMES_SHOWN).map(({ schoolName }) => `“${schoolName}”`)
  return names.join('、') + (schools.length > NAMES_SHOWN ? `等 ${schools.length} 所学校` : '')
}
