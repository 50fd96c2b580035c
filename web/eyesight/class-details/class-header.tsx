import { LeftOutlined, MailOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Flex, Select, Space, Tooltip, Typography } from 'antd'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { ratioText } from '../figures/percent-text.ts'
import { TaskStatusTag } from '../plans/status-tag.tsx'
import styles from './class-details.module.css'
import type { Sheet } from './sheet/sheet.ts'

const NumbersDrawer = lazyPart(async () => (await import('../monitoring/numbers-drawer.tsx')).NumbersDrawer)

type Props = { grid: ClassGrid; sheet: Sheet; onClass: (classId: number) => void }

/** Which class of which task, how far it is, and the way to the next one. */
export function ClassHeader({ grid, sheet, onClass }: Props) {
  const { task, gradeName, className } = grid
  const numbers = useDialog(NumbersDrawer)
  const mayTrackLetters = useAllowed(['letterTracking']) && task.status !== TaskStatus.code.waiting
  const mayOpenTask = useAllowed(['taskDetail', 'taskDetailTakingPart'])
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between" align="center" gap="middle" wrap>
        <Flex align="center" gap="small" wrap>
          <Typography.Title level={2} className={`${layout.noMargin} ${layout.text18}`}>
            {task.schoolName} {gradeName}
            {className}
          </Typography.Title>
          <TaskStatusTag status={task.status} />
          {mayOpenTask && <Link to={`/eyesight/task-details?taskId=${task.taskId}`}>返回任务</Link>}
        </Flex>
        <Flex gap="small" align="center">
          {task.status !== TaskStatus.code.waiting && (
            <Button onClick={() => numbers.show({ taskId: task.taskId, classId: grid.classId })}>
              学生编码
            </Button>
          )}
          <Link
            to={`/print/print-bridge?planId=${task.planId}&taskId=${task.taskId}&classId=${grid.classId}`}
            target="_blank"
          >
            <Button icon={<PrinterOutlined />}>打印</Button>
          </Link>
          {mayTrackLetters && (
            <Link
              to={`/letters/letter-tracking?planId=${task.planId}&taskId=${task.taskId}&classId=${grid.classId}`}
            >
              <Button icon={<MailOutlined />}>告知书回执</Button>
            </Link>
          )}
          <ClassSwitcher grid={grid} onClass={onClass} />
        </Flex>
      </Flex>
      <dl className={styles.classFacts}>
        <Fact name="计划">{task.planName}</Fact>
        <Fact name="承担机构">{task.executorName}</Fact>
        <Fact name="任务日期">
          {task.startsOn} 至 {task.endsOn}
        </Fact>
        <ClassProgress sheet={sheet} />
      </dl>
      {numbers.element}
    </Flex>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ClassProgress({ sheet }: { sheet: Sheet }) {
  const { expected, screened, valid, absent } = useSyncExternalStore(sheet.subscribe, sheet.summary)
  return (
    <>
      <Fact name="应筛">{formatNumber(expected)}</Fact>
      <Fact name="已筛">
        {formatNumber(screened)}（{ratioText(screened, expected)}）
      </Fact>
      <Fact name="有效">{formatNumber(valid)}</Fact>
      <Fact name="未检有原因">{formatNumber(absent)}</Fact>
    </>
  )
}

function ClassSwitcher({ grid: { classes, classId }, onClass }: Omit<Props, 'sheet'>) {
  const at = classes.findIndex((each) => each.classId === classId)
  const step = (label: string, index: number, icon: React.ReactNode) => {
    const target = classes[index]
    return (
      <Tooltip title={target ? `${label}：${target.label}` : `没有${label}`}>
        <Button
          icon={icon}
          aria-label={label}
          disabled={!target}
          onClick={() => target && onClass(target.classId)}
        />
      </Tooltip>
    )
  }
  return (
    <Space.Compact>
      {step('上一个班', at - 1, <LeftOutlined />)}
      <Select
        aria-label="班级"
        value={classId}
        onChange={onClass}
        options={classes.map((each) => ({ value: each.classId, label: each.label }))}
        showSearch={{ optionFilterProp: 'label' }}
        className={layout.width200}
      />
      {step('下一个班', at + 1, <RightOutlined />)}
    </Space.Compact>
  )
}
