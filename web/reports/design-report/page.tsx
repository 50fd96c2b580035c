import { Alert, Button, Flex, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { FrozenPage } from '../parts/frozen/frozen-page.tsx'
import reportStyles from '../parts/report.module.css'
import { ReportLoading } from '../parts/report-loading.tsx'
import { FrozenAddress } from '../parts/report-page.tsx'
import { ReportPaper } from '../parts/report-paper.tsx'
import { Builder } from './builder.tsx'
import designStyles from './design.module.css'
import { DesignBar } from './design-bar.tsx'
import type { Whose } from './design-list.tsx'
import { designRequestOf } from './design-request.ts'
import { type DesignState, useDesign } from './use-design.ts'

const SaveDialog = lazyPart(async () => (await import('./save-dialog.tsx')).SaveDialog)
const CopyDialog = lazyPart(async () => (await import('./save-dialog.tsx')).CopyDialog)
const DesignList = lazyPart(async () => (await import('./design-list.tsx')).DesignList)

/** The custom report: builder on the left, report on the right, saving and sharing above. */
export function Page() {
  const [{ reportNo }] = useUrlState(FrozenAddress)
  return reportNo ? <FrozenPage kind="design" reportNo={reportNo} /> : <LiveDesign />
}

function LiveDesign() {
  const state = useDesign()
  const { designId, draft, detail, open, rebase } = state
  const [whose, setWhose] = useState<Whose>('mine')
  const saving = useDialog(SaveDialog, { onSaved: open })
  const copying = useDialog(CopyDialog, {
    onCopied: (id) => {
      list.hide()
      open(id)
    },
  })
  const list = useDialog(DesignList, {
    currentId: designId,
    whose,
    onWhose: setWhose,
    onOpen: open,
    onCopy: (row) => copying.show({ row, name: copyName(row.name) }),
    onVersion: (id, version) => {
      if (id !== designId) return
      if (version === null) open(undefined)
      else if (state.dirty && state.base === detail?.version) rebase(version)
    },
  })
  const handleSaveAs = () => {
    if (!draft) return
    saving.show({
      title: detail ? '另存为' : '保存自定义报告',
      initialName: detail ? copyName(detail.name) : '',
      design: draft,
    })
  }
  return (
    <Flex vertical gap="middle" className={reportStyles.reportPage}>
      <div className={reportStyles.reportFilters}>
        <DesignBar state={state} onList={() => list.show()} onSaveAs={handleSaveAs} />
      </div>
      {state.saved.error ? (
        <NotFound state={state} />
      ) : (
        <div className={`${designStyles.designLayout} ${reportStyles.withBuilder}`}>
          <div className={`${reportStyles.reportFilters} ${designStyles.designBuilder}`}>
            {draft ? <Builder state={state} /> : <Skeleton active />}
          </div>
          <Result state={state} />
        </div>
      )}
      {list.element}
      {saving.element}
      {copying.element}
    </Flex>
  )
}

const NAME_MAX = 30
const COPY = ' 副本'
const copyName = (name: string): string => `${name.slice(0, NAME_MAX - COPY.length)}${COPY}`

function NotFound({ state: { saved, open } }: { state: DesignState }) {
  return (
    <Alert
      type="error"
      showIcon
      title="这份自定义报告打不开"
      description={saved.error?.message}
      action={
        <Flex gap="small" align="center">
          <Button onClick={() => void saved.refetch()}>重试</Button>
          <Button type="primary" onClick={() => open(undefined)}>
            新建一份
          </Button>
        </Flex>
      }
    />
  )
}

function Result({ state }: { state: DesignState }) {
  const { report, fault, draft, detail } = state
  const named = useMemo(
    () => report.data && { ...report.data, title: detail?.name ?? report.data.title },
    [report.data, detail?.name],
  )
  if (fault) {
    return (
      <Panel>
        <EmptyState title="这样选择还不能出报告" hint={fault} />
      </Panel>
    )
  }
  if (report.error) {
    return (
      <Alert
        type="error"
        showIcon
        title="报告加载失败"
        description={`${report.error.message}。可以在左侧换一个计划、单位或分列方式。`}
        action={<Button onClick={() => void report.refetch()}>重试</Button>}
      />
    )
  }
  if (!named) {
    return <ReportLoading />
  }
  return (
    <ReportPaper
      report={named}
      lastPlanId={draft?.lastPlanId}
      stale={report.isPlaceholderData}
      source={{ report: designRequestOf(state) }}
    />
  )
}
