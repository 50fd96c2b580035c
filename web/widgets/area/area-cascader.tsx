import { Cascader } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { type AreaNode, AreaTier } from '#contract/areas/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { notifyError } from '#web/core/notice.ts'

export type AreaRange = { provinceId: string | null; cityId: string | null; regionId: string | null }
type Option = { value: string; label: string; isLeaf: boolean; children?: Option[] }

type Props = {
  id?: string
  /** Ids from the province downwards; a town follows its city directly where there is no district. */
  value?: string[] | null
  onChange?: (value: string[] | undefined) => void
  /** Lists only areas inside; an empty range lists none. */
  within?: AreaRange
  /** Deepest level of the tree. */
  depth?: (typeof AreaTier.code)['province' | 'city' | 'region']
  withTowns?: boolean
  /** Any level may be chosen, not only the deepest. */
  anyLevel?: boolean
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
  className?: string
}

/** Regions of the whole country, found by clicking down or by typing a name. */
export function AreaCascader({
  value,
  onChange,
  within,
  depth = AreaTier.code.region,
  withTowns = false,
  anyLevel = false,
  placeholder = '请选择区域',
  ...rest
}: Props) {
  const tree = useCall(areaEndpoints.regionTree, {})
  const [towns, setTowns] = useState<Readonly<Record<string, AreaNode[]>>>({})
  const options = useMemo(
    () => toOptions(narrow(tree.data ?? [], within), withTowns ? AreaTier.code.town : depth, towns),
    [tree.data, within, depth, withTowns, towns],
  )
  const shallowest = within ? [within.provinceId, within.cityId, within.regionId].filter(Boolean).length : 1

  const loadTowns = async (parentId: string) => {
    try {
      const children = await call(areaEndpoints.areaChildren, { parentId })
      setTowns((known) => ({ ...known, [parentId]: children }))
    } catch {
      notifyError('街道、乡镇加载失败，请重新展开该区域')
    }
  }

  // A town that was chosen earlier has no name until its siblings are loaded.
  const parentOfTown = withTowns && value?.at(-1)?.length === 9 ? value.at(-2) : undefined
  useEffect(() => {
    if (!parentOfTown) return
    let current = true
    call(areaEndpoints.areaChildren, { parentId: parentOfTown }, { background: true }).then(
      (children) => current && setTowns((known) => ({ ...known, [parentOfTown]: children })),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [parentOfTown])

  return (
    <Cascader<Option>
      {...rest}
      options={options}
      value={value ?? undefined}
      placeholder={placeholder}
      loading={tree.isFetching && !tree.data}
      notFoundContent={
        tree.error ? '区域加载失败，请刷新页面重试' : tree.data ? '没有符合的区域' : '正在加载…'
      }
      changeOnSelect={anyLevel}
      showSearch={{ filter: matches, sort: closestFirst, limit: 50 }}
      displayRender={(labels) => labels.join(' / ')}
      loadData={withTowns ? (path) => void loadTowns(path.at(-1)?.value ?? '') : undefined}
      onChange={(path) => {
        const ids = path as string[] | undefined
        if (!ids?.length) onChange?.(undefined)
        else if (ids.length >= shallowest) onChange?.(ids)
      }}
    />
  )
}

/** Keeps the branch of the range; the levels above it stay only as the way there. */
export function narrow(nodes: readonly AreaNode[], within: AreaRange | undefined): AreaNode[] {
  if (!within) return [...nodes]
  const keep = (level: readonly AreaNode[], ids: readonly (string | null)[]): AreaNode[] => {
    const [id, ...below] = ids
    return level
      .filter((node) => node.id === id)
      .map((node) => (below[0] ? { ...node, children: keep(node.children ?? [], below) } : node))
  }
  return keep(nodes, [within.provinceId, within.cityId, within.regionId])
}

function toOptions(
  nodes: readonly AreaNode[],
  deepest: number,
  towns: Readonly<Record<string, AreaNode[]>>,
): Option[] {
  return nodes.map((node) => {
    const below = node.level < deepest ? (node.children ?? towns[node.id]) : undefined
    const children = below?.length ? toOptions(below, deepest, towns) : undefined
    const loadable = deepest === AreaTier.code.town && !node.leaf && below === undefined
    return { value: node.id, label: node.name, isLeaf: !children && !loadable, children }
  })
}

const matches = (input: string, path: Option[]) =>
  path
    .map((option) => option.label)
    .join('')
    .includes(input.trim())

function closestFirst(a: Option[], b: Option[], input: string): number {
  const own = (path: Option[]) => (path.at(-1)?.label.includes(input.trim()) ? 0 : 1)
  return own(a) - own(b) || a.length - b.length
}
