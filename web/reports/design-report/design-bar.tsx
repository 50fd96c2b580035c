import { FolderOpenOutlined, PlusOutlined, PrinterOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Flex, Switch, Tag, Typography } from 'antd'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { DownloadMenu } from '../parts/download-menu.tsx'
import { FreezeButton } from '../parts/frozen/freeze-button.tsx'
import { FrozenListButton } from '../parts/frozen/frozen-list-button.tsx'
import { DesignLink } from './design-link.tsx'
import { designRequestOf } from './design-request.ts'
import type { DesignState } from './use-design.ts'
import { useShare } from './use-share.ts'

type Props = { state: DesignState; onList: () => void; onSaveAs: () => void }

/** What is open, whether it is saved, and what can be done with it. */
export function DesignBar({ state, onList, onSaveAs }: Props) {
  const { detail, dirty, report, draft, fault, open } = state
  const saving = useSaving(state)
  const usable = draft !== undefined && fault === null
  const request = designRequestOf(state)
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="middle" wrap>
        <Flex align="center" gap="small" wrap>
          <Typography.Text strong className={layout.text16}>
            {detail?.name ?? '新的自定义报告'}
          </Typography.Text>
          <StateTags state={state} />
          {detail?.own && <ShareSwitch state={state} />}
          {detail && <DesignLink designId={detail.designId} shared={detail.shared} />}
        </Flex>
        <Flex gap="small" wrap>
          {detail && dirty && <Button onClick={state.discard}>放弃修改</Button>}
          {detail?.own ? (
            <>
              <Button onClick={onSaveAs} disabled={!usable}>
                另存为
              </Button>
              <Button
                type="primary"
                icon={<SaveOutlined />}
                loading={saving.sending}
                disabled={!dirty || !usable}
                onClick={() => void saving.save()}
              >
                保存
              </Button>
            </>
          ) : (
            <Button type="primary" icon={<SaveOutlined />} onClick={onSaveAs} disabled={!usable}>
              {detail ? '另存为我的' : '保存'}
            </Button>
          )}
          <Button icon={<FolderOpenOutlined />} onClick={onList}>
            已保存的报告
          </Button>
          <Button icon={<PlusOutlined />} onClick={() => open(undefined)}>
            新建
          </Button>
          <RefreshButton loading={report.isFetching} onClick={() => void report.refetch()} />
          <FrozenListButton
            kind="design"
            here={report.data && { planId: report.data.plan.planId, unit: report.data.unit.key }}
          />
          <FreezeButton report={report.data} request={request} />
          <DownloadMenu report={request} cautions={report.data?.cautions} />
          <Button
            icon={<PrinterOutlined />}
            disabled={!report.data || report.isPlaceholderData || !usable}
            onClick={() => window.print()}
          >
            打印
          </Button>
        </Flex>
      </Flex>
    </Panel>
  )
}

function StateTags({ state: { detail, dirty } }: { state: DesignState }) {
  return (
    <Flex role="status" gap="small">
      {dirty ? (
        <Tag color="warning" variant="filled">
          {detail ? '有未保存的修改' : '未保存'}
        </Tag>
      ) : (
        detail?.own && (
          <Tag color="success" variant="filled">
            已保存
          </Tag>
        )
      )}
      {detail && !detail.own && <Tag variant="filled">{detail.ownerName}共享</Tag>}
    </Flex>
  )
}

function ShareSwitch({ state: { detail, base, dirty, rebase } }: { state: DesignState }) {
  // Sharing makes a new version; changes that are not saved yet go on from there.
  const share = useShare((version) => {
    if (dirty && base === detail?.version) rebase(version)
  })
  if (!detail) return null
  return (
    <Switch
      aria-label="在本机构内共享"
      checked={detail.shared}
      loading={share.sending}
      checkedChildren="本机构已共享"
      unCheckedChildren="未共享"
      onChange={(shared) => void share.send({ designId: detail.designId, version: detail.version, shared })}
    />
  )
}

/** Over the version that was changed: what somebody else saved meanwhile is not overwritten. */
function useSaving({ detail, draft, base, discard }: DesignState) {
  const { send, sending } = useSend(reportEndpoints.saveDesign, {
    refreshes: [reportEndpoints.designList, reportEndpoints.designDetail, reportEndpoints.designReport],
    success: '已保存',
  })
  return {
    sending,
    save: async () => {
      if (!detail || !draft) return
      const { designId, name } = detail
      const sent = await send({ ...draft, name, designId, version: base ?? detail.version })
      if (sent.ok) discard()
    },
  }
}
