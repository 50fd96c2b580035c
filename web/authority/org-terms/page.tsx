import { Button } from 'antd'
import { useMemo } from 'react'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { OrgTermsQuery, type OrgTermsRow } from '#contract/authority/org-terms.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useListQuery } from '#web/core/list-query.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area/area-range.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { chosenOf, useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { ListPage } from '#web/widgets/list/list-page.tsx'
import { TABLE_MIN_WIDTH, termColumns } from './columns.tsx'
import { TermFilters } from './filters.tsx'

const TermsDrawer = lazyPart(async () => (await import('./terms-drawer.tsx')).TermsDrawer)
const ExtendDialog = lazyPart(async () => (await import('./extend-dialog.tsx')).ExtendDialog)

export function Page() {
  const range = useAreaRange()
  const { query, setFilter, table } = useListQuery(OrgTermsQuery, {
    restrict: (asked) => ({ ...asked, ...areaWithin(asked, range) }),
  })
  const list = useCall(authorityEndpoints.orgTermsPageList, query)
  const marked = useChosenRows<OrgTermsRow>()
  // Only rows in sight, as they are now: a selection does not outlive its page.
  const chosen = chosenOf(list.data?.list ?? [], marked.chosen, 'orgId')
  const drawer = useDialog(TermsDrawer)
  const extend = useDialog(ExtendDialog, { rows: chosen, onDone: () => marked.onChange([]) })
  const columns = useMemo(() => termColumns(({ orgId }) => drawer.show({ orgId })), [drawer.show])
  return (
    <>
      <ListPage
        filters={range && <TermFilters query={query} onChange={setFilter} range={range} />}
        selection={{ chosen, onChange: marked.onChange, nameOf: ({ orgName }) => orgName }}
        toolbar={
          <Button disabled={chosen.length === 0} onClick={() => extend.show()}>
            批量续期{chosen.length > 0 && `（${chosen.length}）`}
          </Button>
        }
        columns={columns}
        rowKey="orgId"
        list={list}
        {...table}
        empty={
          <EmptyState
            title="还没有由您主管的机构"
            hint="下级部门和所辖的学校或医院审核通过后，在这里管理有效期、名额和权限组"
          />
        }
        minWidth={TABLE_MIN_WIDTH}
      />
      {drawer.element}
      {extend.element}
    </>
  )
}
