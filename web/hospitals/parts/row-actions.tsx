import { Flex } from 'antd'
import { Link } from 'react-router'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { HospitalRow } from '#contract/hospitals/schemas.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { ScreeningOrgKind } from './screening-org-kind.ts'

type Props = { kind: ScreeningOrgKind; row: HospitalRow; onServed: () => void; onEdit: () => void }

export function RowActions({ kind, row, onServed, onEdit }: Props) {
  const own = useSession().user?.orgId === row.orgId
  const remove = useSend(schoolEndpoints.deleteOrgs, {
    refreshes: [hospitalEndpoints.hospitalPageList],
    success: `“${row.orgName}”已删除`,
  })
  return (
    <Flex gap={12} align="center">
      <LinkButton onClick={onServed}>服务学校</LinkButton>
      {own && (
        <Allowed any={['orgInformation']}>
          <Link to="/account/organization-information">机构信息</Link>
        </Allowed>
      )}
      <Allowed any={[kind.edit]}>
        <LinkButton onClick={onEdit}>编辑</LinkButton>
        <DeleteButton
          link
          title={`删除“${row.orgName}”？`}
          description="有筛查任务的机构不能删除。删除后不可恢复，其账号随之停用。"
          onConfirm={() => remove.send({ orgIds: [row.orgId] })}
        />
      </Allowed>
    </Flex>
  )
}
