import { Flex, Radio, Typography } from 'antd'
import { EXPORT_GROUPS, type ExportGroup } from '#contract/exports/export-item.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import type { ExportItemRow } from '#contract/exports/schemas.ts'
import layout from '#web/core/layout.module.css'

type Props = {
  id?: string
  items: readonly ExportItemRow[]
  value?: ExportKey
  onChange?: (key: ExportKey) => void
}

/** The items that can be exported, in the groups of spec §2. */
export function ExportItems({ id, items, value, onChange }: Props) {
  const groups = Object.entries(EXPORT_GROUPS) as [ExportGroup, string][]
  return (
    <Radio.Group
      id={id}
      value={value}
      onChange={(event) => onChange?.(event.target.value as ExportKey)}
      className={layout.fullWidth}
    >
      <Flex vertical gap="small">
        {groups.map(([group, title]) => (
          <ItemGroup key={group} title={title} items={items.filter((item) => item.group === group)} />
        ))}
      </Flex>
    </Radio.Group>
  )
}

function ItemGroup({ title, items }: { title: string; items: readonly ExportItemRow[] }) {
  return (
    <fieldset className={layout.bareGroup} aria-label={title}>
      <Typography.Text type="secondary" className={layout.smallText}>
        {title}
      </Typography.Text>
      <Flex gap="0 16px" wrap className={layout.tall28} align="center">
        {items.length === 0 && <Typography.Text type="secondary">暂无可导出的内容</Typography.Text>}
        {items.map(({ key, title: name }) => (
          <Radio key={key} value={key}>
            {name}
          </Radio>
        ))}
      </Flex>
    </fieldset>
  )
}
