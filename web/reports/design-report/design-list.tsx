import { Button, Flex, Segmented, Spin, Switch, Tag, Typography } from 'antd'
import { DesignDimension, type DesignRow } from '#contract/reports/design/design-schemas.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { PageDrawer } from '#web/widgets/dialog/page-drawer.tsx'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './design.module.css'
import { DesignLink } from './design-link.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { useShare } from './use-share.ts'

export type Whose = 'mine' | 'shared'
type Props = {
  open: boolean
  currentId: number | undefined
  whose: Whose
  onWhose: (whose: Whose) => void
  onClose: () => void
  onOpen: (designId: number) => void
  onCopy: (row: DesignRow) => void
  /** One was changed or deleted here. */
  onVersion: (designId: number, version: number | null) => void
}

/** The own ones and those that colleagues have shared. */
export function DesignList(props: Props) {
  const { open, currentId, whose, onWhose, onClose, onOpen, onCopy, onVersion } = props
  const list = useCall(reportEndpoints.designList, {}, { enabled: open })
  const renaming = useDialog(RenameDialog, { onRenamed: onVersion })
  const rows = (list.data ?? []).filter(({ own }) => own === (whose === 'mine'))
  const count = (own: boolean) => (list.data ?? []).filter((row) => row.own === own).length
  return (
    <PageDrawer open={open} onClose={onClose} title="已保存的自定义报告" size={480}>
      <Segmented<Whose>
        block
        value={whose}
        onChange={onWhose}
        options={[
          { value: 'mine', label: `我的（${count(true)}）` },
          { value: 'shared', label: `同事共享（${count(false)}）` },
        ]}
        className={layout.below12}
      />
      {list.error ? (
        <EmptyState
          title="列表加载失败"
          hint={list.error.message}
          action={<Button onClick={() => void list.refetch()}>重试</Button>}
        />
      ) : list.data === undefined ? (
        <Spin />
      ) : rows.length === 0 ? (
        <EmptyState
          title={whose === 'mine' ? '还没有保存过自定义报告' : '还没有同事共享自定义报告'}
          hint={whose === 'mine' ? '选好分列方式和指标后点“保存”' : '同事打开“共享”后，报告会出现在这里'}
        />
      ) : (
        <ul className={styles.designList}>
          {rows.map((row) => (
            <Entry
              key={row.designId}
              row={row}
              current={row.designId === currentId}
              onOpen={() => {
                onOpen(row.designId)
                onClose()
              }}
              onCopy={() => onCopy(row)}
              onRename={() => renaming.show({ row })}
              onVersion={(version) => onVersion(row.designId, version)}
            />
          ))}
        </ul>
      )}
      {renaming.element}
    </PageDrawer>
  )
}

type EntryProps = {
  row: DesignRow
  current: boolean
  onOpen: () => void
  onCopy: () => void
  onRename: () => void
  onVersion: (version: number | null) => void
}

function Entry({ row, current, onOpen, onCopy, onRename, onVersion }: EntryProps) {
  const { designId, version, own, shared, name } = row
  const refreshes = [reportEndpoints.designList]
  const share = useShare((saved) => onVersion(saved))
  const remove = useSend(reportEndpoints.deleteDesign, { refreshes, success: '已删除' })
  return (
    <li aria-current={current || undefined}>
      <Flex justify="space-between" gap="small" align="start">
        <button type="button" className={styles.designName} onClick={onOpen}>
          {name}
        </button>
        {current && <Tag variant="filled">正在查看</Tag>}
      </Flex>
      <Typography.Text type="secondary" className={layout.text13}>
        按{DesignDimension.label(row.dimension)}分列，{row.indicatorCount}个指标
        {own ? '' : `；${row.ownerName}`}；{formatDateTime(row.updatedAt)}
      </Typography.Text>
      <Flex gap="middle" align="center" className={layout.above4}>
        <LinkButton onClick={onOpen}>打开</LinkButton>
        <LinkButton onClick={onCopy}>复制</LinkButton>
        <DesignLink designId={designId} shared={shared} link />
        {own && (
          <>
            <LinkButton onClick={onRename}>重命名</LinkButton>
            <DeleteButton
              link
              title={`删除“${name}”？`}
              description={shared ? '同事手中的链接将不能再打开。' : '删除后不能恢复。'}
              onConfirm={async () => {
                const sent = await remove.send({ designId, version })
                if (sent.ok) onVersion(null)
              }}
            />
            <Switch
              aria-label={`共享“${name}”`}
              size="small"
              checked={shared}
              loading={share.sending}
              checkedChildren="已共享"
              unCheckedChildren="未共享"
              onChange={(on) => void share.send({ designId, version, shared: on })}
              className={layout.toTheEnd}
            />
          </>
        )}
      </Flex>
    </li>
  )
}
