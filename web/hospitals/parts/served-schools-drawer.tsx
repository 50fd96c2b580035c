import { Drawer, Flex, Input } from 'antd'
import { useState } from 'react'
import { PAGE_SIZE_DEFAULT } from '#contract/core/limits.ts'
import { hospitalEndpoints } from '#contract/hospitals/endpoints.ts'
import type { BindingRow, HospitalRow } from '#contract/hospitals/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { Pagination } from '#web/widgets/pagination.tsx'
import { SelectRadio } from '#web/widgets/select-radio.tsx'
import { BindingBar } from './binding-bar.tsx'
import { BOUND_OPTIONS, type BoundFilter, ServedSchoolsTable } from './served-schools-table.tsx'

type Props = {
  open: boolean
  org: HospitalRow
  /** Without it the served schools are shown, and nothing else. */
  editable: boolean
  onClose: () => void
}
type View = { pageNum: number; pageSize: number; bound: BoundFilter; keyword?: string }

/** The schools an organisation serves; who maintains it binds others and releases them, many at a time. */
export function ServedSchoolsDrawer({ open, org, editable, onClose }: Props) {
  const [view, setView] = useState<View>({
    pageNum: 1,
    pageSize: PAGE_SIZE_DEFAULT,
    bound: editable && org.schoolCount === 0 ? '0' : '1',
  })
  const [chosen, setChosen] = useState<BindingRow[]>([])
  const { orgId } = org
  const bound = view.bound === 'all' ? undefined : view.bound
  const list = useCall(hospitalEndpoints.bindingPageList, { ...view, bound, orgId }, { enabled: open })
  const total = list.data?.total ?? 0

  const look = (patch: Partial<View>) => setView({ ...view, pageNum: 1, ...patch })
  const handleBound = (next: BoundFilter) => {
    setChosen([])
    look({ bound: next })
  }
  const handleDone = (schools: readonly BindingRow[]) => {
    setChosen(chosen.filter((school) => !schools.includes(school)))
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
        editable && <BindingBar org={org} chosen={chosen} onClear={() => setChosen([])} onDone={handleDone} />
      }
    >
      <Flex vertical gap="middle">
        <Flex justify="space-between" gap="small" wrap>
          {editable ? (
            <SelectRadio buttons options={BOUND_OPTIONS} value={view.bound} onChange={handleBound} />
          ) : (
            <span />
          )}
          <Input.Search
            aria-label="学校名称"
            placeholder="按学校名称查找"
            allowClear
            maxLength={50}
            onSearch={(keyword) => look({ keyword: keyword.trim() || undefined })}
            style={{ width: 240 }}
          />
        </Flex>
        <ServedSchoolsTable
          list={list}
          bound={view.bound}
          searching={view.keyword !== undefined}
          chosen={chosen}
          onChoose={editable ? setChosen : undefined}
          onOffer={() => handleBound('0')}
        />
        {total > 0 && (
          <Pagination
            total={total}
            pageNum={view.pageNum}
            pageSize={view.pageSize}
            onChange={(next) => setView({ ...view, ...next })}
          />
        )}
      </Flex>
    </Drawer>
  )
}
