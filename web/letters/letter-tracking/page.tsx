import { FilePdfOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Form, Skeleton, Typography } from 'antd'
import { Link } from 'react-router'
import { useAllowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { RefreshButton } from '#web/widgets/list/refresh-button.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker } from '#web/widgets/plan/plan-picker.tsx'
import { ClassTable } from './class-table.tsx'
import { StudentsDrawer } from './students-drawer.tsx'
import { useTracking } from './use-tracking.ts'

const MakeFileDialog = lazyPart(async () => (await import('./make-file-dialog.tsx')).MakeFileDialog)

/** What became of the letters of a plan, class by class. */
export function Page() {
  const tracking = useTracking()
  const { planId, taskId, classId, plans, list, rows, hasResults } = tracking
  const makeFile = useDialog(MakeFileDialog)
  const mayPrint = useAllowed(['printLetters'])
  const opened = rows.find((row) => row.classId === classId)

  if (tracking.isTaskMissing) {
    return (
      <Panel>
        <EmptyState
          title="没有找到这个任务"
          hint="任务可能已删除，或不在您的范围内"
          action={<Link to="/letters/letter-tracking">查看最新计划的告知书</Link>}
        />
      </Panel>
    )
  }
  if (plans.known && planId === undefined && plans.list.length === 0) {
    return (
      <Panel>
        <EmptyState
          title="还没有筛查计划"
          hint="主管部门发布计划、分配任务，录入筛查结果后，在此打印告知书并查看回执"
        />
      </Panel>
    )
  }
  if (plans.error && !plans.known) {
    return (
      <Panel>
        <EmptyState
          title="筛查计划加载失败"
          hint={plans.error.message}
          action={<Button onClick={() => void plans.retry()}>重试</Button>}
        />
      </Panel>
    )
  }
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" className={layout.filterBar}>
          <PlanPicker plans={plans.list} value={planId} onChange={tracking.choosePlan} />
        </Form>
      </Panel>
      <Panel>
        <Flex align="center" gap="small" className={layout.below12}>
          <Typography.Text type="secondary">
            家长扫描告知书上的二维码查看结果并确认知晓，点班级查看每名学生
          </Typography.Text>
          <Flex gap="small" align="center" className={layout.toTheEnd}>
            {mayPrint && planId !== undefined && rows.length > 0 && (
              <Button icon={<FilePdfOutlined />} onClick={() => makeFile.show({ planId, taskId, rows })}>
                后台生成 PDF
              </Button>
            )}
            <RefreshButton loading={list.isFetching} onClick={() => void list.refetch()} />
          </Flex>
        </Flex>
        <Classes list={list} isFound={tracking.isFound} hasResults={hasResults}>
          {hasResults && rows.every(({ printed }) => printed === 0) && (
            <Alert
              type="info"
              showIcon
              className={layout.below12}
              title="还没有打印告知书：点“打印”打印一个班，或用“后台生成 PDF”生成全部班级；家长扫码后显示已查看和已知晓"
            />
          )}
          {classId !== undefined && !opened && (
            <Alert
              type="warning"
              showIcon
              className={layout.below12}
              title="要查看的班级不在这个计划中，或不在您的范围内"
            />
          )}
          <ClassTable planId={planId ?? 0} rows={rows} onOpen={tracking.openClass} />
        </Classes>
      </Panel>
      {makeFile.element}
      <StudentsDrawer planId={planId ?? 0} row={opened} onClose={() => tracking.openClass(undefined)} />
    </Flex>
  )
}

type ClassesProps = {
  list: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  isFound: boolean
  hasResults: boolean
  children: React.ReactNode
}

/** The table, or what comes first. */
function Classes({ list, isFound, hasResults, children }: ClassesProps) {
  if (!isFound && list.error && !list.isFetching) {
    const retry = <Button onClick={() => void list.refetch()}>重试</Button>
    return <EmptyState title="告知书加载失败" hint={list.error.message} action={retry} />
  }
  if (!isFound) return <Skeleton active paragraph={{ rows: 8 }} />
  if (!hasResults) {
    return (
      <EmptyState
        title="还没有可以告知的结果"
        hint="任务开始并录入筛查结果后，在此打印告知书；筛查前的告家长书可用“后台生成 PDF”生成"
        action={<Link to="/eyesight/task-list">去筛查任务</Link>}
      />
    )
  }
  return children
}
