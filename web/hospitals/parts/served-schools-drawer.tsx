import { Drawer, Input } from 'antd'
import { useCallback, useState } from 'react'
import type { PageQuery } from '#contract/core/envelope.ts'
import { PAGE_SIZE_DEFAULT } from '#contract/core/limits.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { BindingRow, HospitalRow } from '#contract/hospitals/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { chooseRows, useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { BindingBar } from './binding-bar.tsx'
import { BOUND_OPTIONS, type BoundFilter, ServedSchoolsTable } from './served-schools-table.tsx'

type Props = {
  open: boolean
  org: HospitalRow
  /** Without it the served schools are shown, and nothing else. */
  editable: boolean
  onClose: () => void
}
type View = PageQuery & { bound: BoundFilter; keyword?: string }

/** The schools an organisation serves; who maintains it binds others and releases them, many at a time. */
export function ServedSchoolsDrawer({ open, org, editable, onClose }: Props) {
  const [view, setView] = useState<View>({
    pageNum: 1,
    pageSize: PAGE_SIZE_DEFAULT,
    bound: editable && org.schoolCount === 0 ? '0' : '1',
  })
  // What is chosen stays over pages and names, not over another part of the list.
  const selection = useChosenRows<BindingRow>(view.bound)
  const { orgId } = org
  const bound = view.bound === 'all' ? undefined : view.bound
  const list = useCall(hospitalEndpoints.bindingPageList, { ...view, bound, orgId }, { enabled: open })

  const look = (patch: Partial<View>) => setView({ ...view, pageNum: 1, ...patch })
  const handlePage = useCallback((next: PageQuery) => setView((now) => ({ ...now, ...next })), [])
  const handleDone = (schools: readonly BindingRow[]) => {
    selection.onChange(chooseRows(selection.chosen, schools, false, 'schoolId'))
    // They leave this part of the list, and with them perhaps its last page.
    if (bound) look({})
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={`${org.orgName}的服务学校`}
      size={820}
      destroyOnHidden
      footer={
        editable && (
          <BindingBar
            org={org}
            chosen={selection.chosen}
            onClear={() => selection.onChange([])}
            onDone={handleDone}
          />
        )
      }
    >
      <ServedSchoolsTable
        list={list}
        query={view}
        onPage={handlePage}
        bound={view.bound}
        searching={view.keyword !== undefined}
        chosen={selection.chosen}
        onChoose={editable ? selection.onChange : undefined}
        onChooseSchools={() => look({ bound: '0' })}
        title={
          editable && (
            <SelectRadio
              buttons
              options={BOUND_OPTIONS}
              value={view.bound}
              onChange={(bound) => look({ bound })}
            />
          )
        }
        toolbar={
          <Input.Search
            aria-label="学校名称"
            placeholder="按学校名称查找"
            allowClear
            maxLength={50}
            onSearch={(keyword) => look({ keyword: keyword.trim() || undefined })}
            className={layout.width240}
          />
        }
      />
    </Drawer>
  )
}
