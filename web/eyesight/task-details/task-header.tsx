import { MailOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Descriptions, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { RoleType } from '#contract/core/codes.ts'
import type { TaskDetail } from '#contract/eyesight/task-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { percentText } from '../figures/percent-text.ts'
import { PlanLink } from '../plans/plan-link.tsx'
import { TaskStatusTag } from '../plans/status-tag.tsx'
import { TaskActions } from '../tasks/task-actions.tsx'
import { isOverdue, TaskProgress } from '../tasks/task-columns.tsx'
import styles from './task-details.module.css'

const ImportDialog = lazyPart(
  async () =>
    (await import('#web/widgets/import/upload-dialog/import-readings-dialog.tsx')).ImportReadingsDialog,
)

type Props = { task: TaskDetail; onEdit: () => void; onDeleted: () => void }

export function TaskHeader({ task, onEdit, onDeleted }: Props) {
  const importing = useDialog(ImportDialog, { task })
  const mayImport = useAllowed(['importScreening']) && task.can.enter
  const mayImportCaries = useAllowed(['importCaries']) && task.can.enter && task.hasCaries
  const mayPrint = useAllowed(['classDetail', 'classDetailTakingPart'])
  const mayTrackLetters = useAllowed(['letterTracking']) && task.status !== TaskStatus.code.waiting
  const { retest } = task
  const role = useSession().user?.roleType
  const partOnly = role === RoleType.code.gradeHead || role === RoleType.code.classTeacher
  return (
    <>
      <Flex justify="space-between" align="start" gap="middle" wrap>
        <div>
          <Flex align="center" gap="small">
            <Typography.Title level={4} className={layout.noMargin}>
              {task.schoolName}
            </Typography.Title>
            <TaskStatusTag status={task.status} overdue={isOverdue(task)} />
          </Flex>
          <PlanLink planId={task.planId} planName={task.planName} />
        </div>
        <Flex gap="middle" align="center">
          {mayImport && <Button onClick={() => importing.show({ kind: 'screening' })}>导入筛查数据</Button>}
          {mayImportCaries && (
            <Button onClick={() => importing.show({ kind: 'caries' })}>导入龋齿数据</Button>
          )}
          {mayPrint && (
            <Link to={`/print/print-bridge?planId=${task.planId}&taskId=${task.taskId}`} target="_blank">
              <Button icon={<PrinterOutlined />}>打印</Button>
            </Link>
          )}
          {mayTrackLetters && (
            <Link to={`/letters/letter-tracking?planId=${task.planId}&taskId=${task.taskId}`}>
              <Button icon={<MailOutlined />}>告知书回执</Button>
            </Link>
          )}
          <TaskActions task={task} onEdit={onEdit} onDeleted={onDeleted} />
        </Flex>
      </Flex>
      <Descriptions
        size="small"
        column={3}
        className={layout.above16}
        items={[
          { label: '承担机构', children: task.executorName },
          { label: '日期', children: `${task.startsOn} 至 ${task.endsOn}` },
          { label: '范围', children: task.selectionText },
          {
            label: '名单',
            children: task.syncedAt ? `${formatDateTime(task.syncedAt)} 固定` : '开始前随在校名单变动',
          },
          {
            label: partOnly ? '复测（所负责的班级）' : '复测',
            children: `已抽 ${retest.drawn} 人，已测 ${retest.done} 人（要求 ${retest.ratio}%）`,
          },
          {
            label: partOnly ? '误差发生率（所负责的班级）' : '误差发生率',
            children: (
              <Typography.Text type={(retest.errorRate ?? 0) > retest.errorCap ? 'danger' : undefined}>
                {percentText(retest.errorRate)}（上限 {retest.errorCap}%）
              </Typography.Text>
            ),
          },
        ]}
      />
      <div className={styles.headerProgress}>
        <TaskProgress task={task} />
      </div>
      {importing.element}
    </>
  )
}
