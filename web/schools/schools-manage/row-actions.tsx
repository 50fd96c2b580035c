import { Flex } from 'antd'
import { Link } from 'react-router'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { SchoolRow } from '#contract/schools/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { studentsOf } from './columns.tsx'

type Props = { row: SchoolRow; onEdit: () => void; onImport: () => void }

export function RowActions({ row, onEdit, onImport }: Props) {
  const own = useSession().user?.orgId === row.orgId
  const remove = useSend(schoolEndpoints.deleteOrgs, {
    refreshes: [schoolEndpoints.schoolPageList, schoolEndpoints.orgDataStatistics],
    success: `“${row.orgName}”已删除`,
  })
  return (
    <Flex gap={10} align="center" className={layout.oneLine}>
      <Allowed any={['students']}>
        <Link to={studentsOf(row.orgId)} aria-label={`${row.orgName}的学生`}>
          学生
        </Link>
      </Allowed>
      <Allowed any={['importMainland', 'importNonMainland', 'importWithoutId']}>
        <LinkButton aria-label={`为${row.orgName}导入名单`} onClick={onImport}>
          导入
        </LinkButton>
      </Allowed>
      <Allowed any={['schoolEdit']}>
        <LinkButton onClick={onEdit}>编辑</LinkButton>
      </Allowed>
      {own && (
        <Allowed any={['orgInformation']}>
          <Link to="/account/organization-information">机构信息</Link>
        </Allowed>
      )}
      <Allowed any={['schoolDelete']}>
        <DeleteButton
          link
          title={`删除“${row.orgName}”？`}
          description="有学生档案或筛查任务的学校不能删除。删除后不可恢复，其账号随之停用。"
          onConfirm={() => remove.send({ orgIds: [row.orgId] })}
        />
      </Allowed>
    </Flex>
  )
}
