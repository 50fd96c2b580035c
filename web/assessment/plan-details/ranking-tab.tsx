import { Alert, Button, Skeleton, Table, type TableColumnType, Typography } from 'antd'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan, AssessRanking, AssessRankingRow } from '#contract/assessment/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './plan-details.module.css'

/** Places, grades and totals, with those of the year before. */
export function RankingTab({ plan }: { plan: AssessPlan }) {
  const ranking = useCall(assessmentEndpoints.assessRanking, { planId: plan.planId })
  const known = ranking.data?.planId === plan.planId ? ranking.data : undefined
  if (!known) {
    return ranking.error ? (
      <EmptyState
        title="排名没有读到"
        hint={ranking.error.message}
        action={<Button onClick={() => void ranking.refetch()}>重试</Button>}
      />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  }
  return <Ranking ranking={known} />
}

function Ranking({ ranking }: { ranking: AssessRanking }) {
  const { waiting, resultsAt, mean, lastPlanName, otherIndicators, rows } = ranking
  return (
    <>
      {waiting > 0 && (
        <Alert
          type="info"
          showIcon
          className={layout.below12}
          title={`还有 ${waiting} 个单位未提交或没有评审完，名次随之变化`}
        />
      )}
      <GradeBars ranking={ranking} />
      <Typography.Paragraph type="secondary">
        {resultsAt === null ? '结果尚未公布' : `结果公布于 ${formatDateTime(resultsAt)}`}
        {mean !== null && `；平均 ${mean} 分`}
        {lastPlanName &&
          `；上年为“${lastPlanName}”${otherIndicators ? '，指标与本年不同，得分不宜直接比较' : ''}`}
      </Typography.Paragraph>
      <Table<AssessRankingRow>
        size="small"
        rowKey="orgId"
        dataSource={rows}
        columns={columnsOf(ranking)}
        scroll={{
          x: (lastPlanName === null ? OWN_WIDTH : OWN_WIDTH + LAST_WIDTH) + ranking.heads.length * HEAD_WIDTH,
        }}
        pagination={false}
        sticky
        locale={{ emptyText: <EmptyState title="还没有评审通过的单位" hint="评审通过后，在此按总分排名" /> }}
      />
    </>
  )
}

/** Of place, unit, total and grade; of the year before; of one head. */
const OWN_WIDTH = 458
const LAST_WIDTH = 194
const HEAD_WIDTH = 92

function columnsOf({
  heads,
  lastPlanName,
  otherIndicators,
}: AssessRanking): TableColumnType<AssessRankingRow>[] {
  const last: TableColumnType<AssessRankingRow>[] = [
    {
      title: '上年得分',
      width: 110,
      align: 'right',
      render: (_, { total, lastTotal }) => (
        <>
          {textOf(lastTotal)}
          {!otherIndicators && total !== null && lastTotal !== null && (
            <div className={layout.smallText}>{signed(total - lastTotal)}</div>
          )}
        </>
      ),
    },
    { title: '上年名次', dataIndex: 'lastPlace', width: 84, align: 'right', render: textOf },
  ]
  return [
    {
      title: '名次',
      dataIndex: 'place',
      width: 64,
      fixed: 'start',
      align: 'right',
      render: (place: number | null) => (place === null ? '—' : <b>{place}</b>),
    },
    {
      title: '单位',
      width: 200,
      fixed: 'start',
      render: (_, { orgName, areaName }) => (
        <>
          {orgName}
          {areaName !== orgName && (
            <div>
              <Typography.Text type="secondary" className={layout.smallText}>
                {areaName}
              </Typography.Text>
            </div>
          )}
        </>
      ),
    },
    {
      title: '总分',
      width: 110,
      align: 'right',
      render: (_, { total, bonus, missed }) => (
        <>
          {missed && total === null ? '未申报' : <b>{textOf(total)}</b>}
          {bonus !== null && bonus > 0 && <div className={layout.smallText}>含加分 {bonus}</div>}
        </>
      ),
    },
    { title: '等次', dataIndex: 'grade', width: 84, render: (grade: string | null) => grade ?? '—' },
    ...(lastPlanName === null ? [] : last),
    ...heads.map(
      ({ name, points, bonus }, nth): TableColumnType<AssessRankingRow> => ({
        key: `${nth} ${name}`,
        title: (
          <>
            {name}
            <div className={layout.smallText}>
              {points}分{bonus && '（加分）'}
            </div>
          </>
        ),
        width: HEAD_WIDTH,
        align: 'right',
        render: (_, row) => textOf(row.heads[nth] ?? null),
      }),
    ),
  ]
}

const textOf = (value: number | null): string => (value === null ? '—' : String(value))
const signed = (change: number): string => {
  const rounded = Math.round(change * 100) / 100
  return rounded > 0 ? `↑ ${rounded}` : rounded < 0 ? `↓ ${-rounded}` : '持平'
}

/** How many units have which grade. */
function GradeBars({ ranking: { grades } }: { ranking: AssessRanking }) {
  const most = Math.max(1, ...grades.map(({ units }) => units))
  return (
    <ul className={styles.grades} aria-label="等次分布">
      {grades.map(({ name, least, units }) => (
        <li key={name} className={styles.grade}>
          <b>{name}</b>{' '}
          <Typography.Text type="secondary" className={layout.smallText}>
            {least}分及以上
          </Typography.Text>{' '}
          {units} 个
          <div className={styles.bar} aria-hidden>
            <div className={styles.barInner} style={{ width: `${(units * 100) / most}%` }} />
          </div>
        </li>
      ))}
    </ul>
  )
}
