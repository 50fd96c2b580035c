import { Typography } from 'antd'
import { useMemo } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { AccountPageQuery } from '#contract/authority/schemas.ts'
import { DataRangeType } from '#contract/core/codes.ts'
import { type LineOfCommand, lineOfCommand, lookedAfterTypes } from '#contract/core/lines-of-command.ts'
import type { UserInfo } from '#contract/session/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AddButton } from '#web/widgets/list/add-button.tsx'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { accountColumns, TABLE_MIN_WIDTH } from './columns.tsx'
import { AccountFilters } from './filters.tsx'
import { RowActions } from './row-actions.tsx'

const AccountDrawer = lazyPart(async () => (await import('./account-drawer.tsx')).AccountDrawer)
const PermissionDrawer = lazyPart(async () => (await import('./permission-drawer.tsx')).PermissionDrawer)
const ClassesDrawer = lazyPart(async () => (await import('./classes-drawer.tsx')).ClassesDrawer)
const OneTimePasswordDialog = lazyPart(
  async () => (await import('./one-time-password.tsx')).OneTimePasswordDialog,
)

export function Page() {
  const { user } = useSession()
  const manyOrgs = user?.dataRangeType !== DataRangeType.code.own
  const line = user && lineOf(user)
  const { query, setFilter, table } = useListQuery(AccountPageQuery)
  const list = useCall(authorityEndpoints.accountPageList, query)
  const password = useDialog(OneTimePasswordDialog)
  const account = useDialog(AccountDrawer, {
    onIssued: (issued) => password.show({ issued }),
  })
  const permissions = useDialog(PermissionDrawer)
  const classes = useDialog(ClassesDrawer)

  const columns = useMemo(
    () =>
      accountColumns((row) => (
        <RowActions
          row={row}
          onEdit={() => account.show({ row })}
          onGrant={() => permissions.show({ row })}
          onAssign={() => classes.show({ row })}
          onIssued={(issued) => password.show({ issued })}
        />
      )),
    [account.show, permissions.show, classes.show, password.show],
  )
  const addButton = (
    <AddButton needs="accountAdd" onClick={() => account.show()}>
      新增账号
    </AddButton>
  )
  return (
    <>
      <ListPage
        filters={
          <AccountFilters
            query={query}
            onChange={setFilter}
            orgName={list.data?.list.find((row) => row.orgId === query.orgId)?.orgName}
            manyOrgs={manyOrgs}
            orgTypes={line ? lookedAfterTypes(line) : []}
          />
        }
        title={manyOrgs && line && <LineNote line={line} />}
        toolbar={addButton}
        columns={columns}
        rowKey="userId"
        list={list}
        {...table}
        empty={
          <EmptyState title="还没有账号" hint="新增账号后，对方凭一次性密码首次登录" action={addButton} />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {account.element}
      {permissions.element}
      {classes.element}
      {password.element}
    </>
  )
}

type Org = Parameters<typeof lookedAfterTypes>[0]

const lineOf = ({ orgType, orgProperty }: UserInfo): Org | undefined =>
  orgType === null || orgProperty === null ? undefined : { orgType, property: orgProperty }

const NOTES: Record<LineOfCommand, string> = {
  educationBureau: '教育局管理下级教育局和学校的账号；医院和社会筛查机构的账号由卫健委管理',
  healthCommission: '卫健委管理下级卫健委、医院和社会筛查机构的账号；学校的账号由教育局管理',
}

/** Whose accounts are missing here, and who looks after them. */
function LineNote({ line }: { line: Org }) {
  const name = lineOfCommand(line)
  return name && <Typography.Text type="secondary">{NOTES[name]}</Typography.Text>
}
