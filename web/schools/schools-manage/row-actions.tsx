import { Button, Flex } from 'antd'
import { Link } from 'react-router'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import type { SchoolRow } from '#contract/schools/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { studentsOf } from './columns.tsx'

type Props = { row: SchoolRow; onEdit: () => void; onImport: () => void }

export function RowActions({ row, onEdit, onImport }: Props) {
  const own = useSession().user?.orgId === row.orgId
  const remove = useSend(schoolEndpoints.deleteOrgs, {
    refreshes: [schoolEndpoints.schoolPageList, schoolEndpoints.orgDataStatistics],
    success: `“${row.orgName}”已删除`,
  })
  return (
    <Flex gap={10} align="center" style={{ whiteSpace: 'nowrap' }}>
      <Allowed any={['students']}>
        <Link to={studentsOf(row.orgId)} aria-label={`${row.orgName}的学生`}>
          学生
        </Link>
      </Allowed>
      <Allowed any={['importMainland', 'importNonMainland', 'importWithoutId']}>
        <Button
          type="link"
          size="small"
          style={{ padding: 0 }}
          aria-label={`为${row.orgName}导入名单`}
          onClick={onImport}
        >
          导入
        </Button>
      </Allowed>
      <Allowed any={['schoolEdit']}>
        <Button type="link" size="small" style={{ padding: 0 }} onClick={onEdit}>
          编辑
        </Button>
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
