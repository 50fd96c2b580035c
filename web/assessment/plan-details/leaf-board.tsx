import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Skeleton, Table, type TableColumnType, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import type { LeafBoard as Board, LeafBoardRow } from '#contract/assessment/review-schemas.ts'
import { ReviewRound } from '#contract/assessment/statuses.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { EvidenceList } from '../parts/evidence-list.tsx'
import { MeasuredText } from '../parts/measured-text.tsx'
import { reviewOf } from '../parts/plan-addresses.ts'
import { pointsText } from '../parts/points.ts'
import { ApplicationTag } from '../parts/status-tag.tsx'
import { LeaveScores } from '../scoring/leave-scores.tsx'
import { LongText } from '../scoring/long-text.tsx'
import { SaveState } from '../scoring/save-state.tsx'
import { withSavedReviews } from '../scoring/saved-reviews.ts'
import { ScoreField } from '../scoring/score-field.tsx'
import { cellOf, type ScoreCell } from '../scoring/score-rules.ts'
import { type SavedScore, useScores } from '../scoring/use-scores.ts'
import styles from './plan-details.module.css'

const PAGE_SIZE = 20

type Props = { plan: AssessPlan; leafKey: string }

/** What all units say to one indicator, with the reviewer's scores. */
export function LeafBoard({ plan, leafKey }: Props) {
  const asked = { planId: plan.planId, leafKey }
  const board = useCall(assessmentEndpoints.assessLeafBoard, asked)
  const known = board.data?.leaf.key === leafKey ? board.data : undefined
  if (!known) {
    return board.error ? (
      <EmptyState
        title="指标没有读到"
        hint={board.error.message}
        action={<Button onClick={() => void board.refetch()}>重试</Button>}
      />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  }
  return <Scored plan={plan} board={known} />
}

function Scored({ plan, board }: { plan: AssessPlan; board: Board }) {
  const client = useQueryClient()
  const mayReview = useAllowed(['approveAssessments'])
  const { leaf, headName, rows } = board
  const isComputed = leaf.computed !== null
  const cellOfRow = (row: LeafBoardRow): ScoreCell =>
    cellOf({
      ...row,
      leafKey: leaf.key,
      points: leaf.points,
      isComputed,
      round: mayReview ? row.round : null,
      isFinal: plan.measuredAt !== null,
    })
  const cells = rows.map(cellOfRow)
  const scores = useScores({
    place: `plan ${plan.planId} ${leaf.key}`,
    cells,
    onSaved: (saved) =>
      client.setQueryData<Board>(
        [assessmentEndpoints.assessLeafBoard.path, { planId: plan.planId, leafKey: leaf.key }],
        (now) => now && withSaved(now, saved),
      ),
  })
  const open = cells.filter(
    (cell) =>
      cell.round !== null && !cell.isComputed && cell.expected !== null && scores.editOf(cell).score === null,
  )
  const columns: TableColumnType<LeafBoardRow>[] = [
    {
      title: '单位',
      width: 170,
      render: (_, row) => (
        <>
          {mayReview ? <Link to={reviewOf(row.applicationId)}>{row.orgName}</Link> : row.orgName}
          <div>
            <ApplicationTag status={row.status} missed={false} />
            {row.outlier && <Tag color="warning">偏离较大</Tag>}
          </div>
        </>
      ),
    },
    isComputed
      ? {
          title: '系统指标',
          render: (_, row) => (
            <MeasuredText
              measured={row.measured}
              score={row.computedScore}
              points={leaf.points}
              measuredAt={plan.measuredAt}
              final={plan.measuredAt !== null}
            />
          ),
        }
      : {
          title: '自评与材料',
          render: (_, row) => (
            <>
              <div>
                自评 <b>{pointsText(row.selfScore)}</b>
              </div>
              <LongText text={row.text} />
              <EvidenceList applicationId={row.applicationId} files={row.files} compact />
            </>
          ),
        },
    {
      title: '评审得分与理由',
      width: 380,
      render: (_, row) => {
        const cell = cellOfRow(row)
        const others = row.reviews.filter(({ round }) => round !== cell.ownRound)
        return (
          <Flex vertical gap={4}>
            {others.map(({ round, score, reason, reviewerName, at }) => (
              <Typography.Text key={`${round} ${at}`} type="secondary">
                {ReviewRound.label(round)} {pointsText(score)}
                {reason && `，${reason}`}（{reviewerName}）
              </Typography.Text>
            ))}
            {cell.ownRound !== null || cell.isLeftOut ? (
              <ScoreField cell={cell} scores={scores} name={row.orgName} />
            ) : (
              others.length === 0 && (
                <Typography.Text type="secondary">{isComputed ? '按系统得分' : '尚未评分'}</Typography.Text>
              )
            )}
          </Flex>
        )
      },
    },
  ]
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        {headName} · {leaf.name}（{leaf.points}分）
      </Typography.Title>
      {leaf.rule && <Typography.Paragraph type="secondary">{leaf.rule}</Typography.Paragraph>}
      <Flex gap="middle" wrap align="center" className={layout.below12}>
        {!isComputed && <SpreadText word="自评" spread={board.selfSpread} />}
        <SpreadText word="评审" spread={board.spread} />
        {open.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              scores.type(
                open.map((cell) => ({ cell, score: cell.expected, reason: scores.editOf(cell).reason })),
              )
            }
          >
            未评的 {open.length} 个{open[0]?.expectedWord}填入
          </Button>
        )}
        <span className={layout.toTheEnd}>
          <SaveState scores={scores} />
        </span>
      </Flex>
      <Table<LeafBoardRow>
        size="small"
        rowKey="applicationId"
        dataSource={rows}
        columns={columns}
        scroll={{ x: 820 }}
        className={styles.boardTable}
        pagination={rows.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false }}
        locale={{ emptyText: <EmptyState title="还没有单位提交" hint="单位提交申报后，在此按指标评审" /> }}
      />
      <LeaveScores scores={scores} />
    </>
  )
}

const withSaved = (board: Board, saved: readonly SavedScore[]): Board => ({
  ...board,
  rows: board.rows.map((row) => {
    const own = saved.find(({ applicationId }) => applicationId === row.applicationId)
    return own && row.round !== null
      ? { ...row, reviews: withSavedReviews(row.reviews, row.round, own) }
      : row
  }),
})

function SpreadText({ word, spread }: { word: string; spread: Board['spread'] }) {
  if (!spread) return null
  return (
    <Typography.Text type="secondary">
      {word}平均 {spread.mean}，标准差 {spread.deviation}（{spread.least}～{spread.most}，{spread.count}{' '}
      个单位）
    </Typography.Text>
  )
}
