import { type TableColumnType, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import type { Intake, IntakeRow } from '#contract/eyesight/figures/figure-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { percentText, ratioText } from '../figures/percent-text.ts'
import { SchoolPart } from '../figures/plan-range.tsx'
import { taskDetailsOf } from '../tasks/task-columns.tsx'

export const INTAKE_WIDTH = 1110
type Options = { plan: Intake['plan'] | undefined; onConflicts: (taskId: number | undefined) => void }

export function intakeColumns({ plan, onConflicts }: Options): TableColumnType<IntakeRow>[] {
  return [
    {
      title: '学校',
      fixed: 'start',
      width: 186,
      render: (_, row) => <SchoolName planId={plan?.planId ?? 0} row={row} />,
    },
    { title: '承担机构', width: 150, render: (_, { executorNames }) => executorNames.join('、') },
    count('应筛', 'expected'),
    count('实筛', 'screened'),
    { title: '完成率', align: 'right', width: 80, render: (_, row) => ratioText(row.screened, row.expected) },
    count('手工', 'byHand'),
    count('导入', 'byImport'),
    count('设备', 'byDevice'),
    count('无效', 'invalid'),
    {
      title: '冲突',
      align: 'right',
      width: 58,
      render: (_, { conflicts, taskIds, orgName }) =>
        conflicts > 0 ? (
          <LinkButton
            danger
            aria-label={`${orgName}的冲突数据`}
            onClick={() => onConflicts(taskIds.length === 1 ? taskIds[0] : undefined)}
          >
            {formatNumber(conflicts)}
          </LinkButton>
        ) : (
          0
        ),
    },
    {
      title: <span title={plan && `要求不低于 ${plan.retestRatio}%`}>复测率</span>,
      align: 'right',
      width: 82,
      render: (_, { retestRate, retestShort }) => <Judged text={percentText(retestRate)} bad={retestShort} />,
    },
    {
      title: <span title={plan && `上限 ${plan.errorCap}%`}>误差率</span>,
      align: 'right',
      width: 82,
      render: (_, { errorRate, errorsOver }) => <Judged text={percentText(errorRate)} bad={errorsOver} />,
    },
    {
      title: '还欠',
      align: 'right',
      width: 84,
      fixed: 'end',
      render: (_, { owing }) => (owing > 0 ? <Tag color="warning">{formatNumber(owing)} 人</Tag> : '齐'),
    },
  ]
}

function SchoolName({ planId, row }: { planId: number; row: IntakeRow }) {
  const [taskId] = row.taskIds
  return (
    <>
      {taskId === undefined ? row.orgName : <Link to={taskDetailsOf(taskId)}>{row.orgName}</Link>}
      <br />
      <Typography.Text type="secondary" className={layout.smallText}>
        {row.areaName}
      </Typography.Text>
      <div>
        <SchoolPart planId={planId} name={row.orgName} part={row.part} />
      </div>
    </>
  )
}

const Judged = ({ text, bad }: { text: string; bad: boolean }) => (
  <Typography.Text type={bad ? 'danger' : undefined}>{text}</Typography.Text>
)

const count = (title: string, key: keyof IntakeRow & string): TableColumnType<IntakeRow> => ({
  title,
  dataIndex: key,
  align: 'right',
  width: 66,
  render: formatNumber,
})
