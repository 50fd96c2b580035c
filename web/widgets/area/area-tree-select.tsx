import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { type AreaNode, AreaTier } from '#contract/areas/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { type AreaRange, narrow } from './area-cascader.tsx'

type Option = { value: string; title: string; selectable?: boolean; disabled?: boolean; children?: Option[] }
type Props = {
  id?: string
  value?: string[]
  onChange?: (areaIds: string[]) => void
  /** Lists only areas inside. */
  within: AreaRange
  disabled?: boolean
}

/** Several areas of a range; a whole city stands for all of its districts. */
export function AreaTreeSelect({ within, value, onChange, ...rest }: Props) {
  const tree = useCall(areaEndpoints.regionTree, {})
  const top = [within.provinceId, within.cityId, within.regionId].filter(Boolean).length
  const options = useMemo(() => toTree(narrow(tree.data ?? [], within), top), [tree.data, within, top])
  return (
    <TreeSelect<string[]>
      {...rest}
      treeData={options}
      value={value}
      onChange={onChange}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      treeDefaultExpandedKeys={value?.slice(0, 1)}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={tree.isFetching && !tree.data}
      maxTagCount={6}
      placeholder="请选择区域，可多选"
      className={layout.fullWidth}
    />
  )
}

/** Areas above the range can be opened, not chosen. */
function toTree(nodes: readonly AreaNode[], top: number): Option[] {
  return nodes
    .filter(({ level }) => level <= AreaTier.code.region)
    .map(({ id, name, level, children }) => {
      const below = children ? toTree(children, top) : []
      return { value: id, title: name, disabled: level < top, children: below.length > 0 ? below : undefined }
    })
}
