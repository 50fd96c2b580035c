import { Alert, Button, Flex, Typography } from 'antd'
import type { Appeal, Application } from '#contract/assessment/application-schemas.ts'
import { AppealStatus } from '#contract/assessment/statuses.ts'
import { formatDate, formatDateTime, formatNumber } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './add-assess-apply.module.css'

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog)
const RankingDrawer = lazyPart(async () => (await import('./ranking-drawer.tsx')).RankingDrawer)

/** The result, once it is published, and what the unit says against it. */
export function Results({ application }: { application: Application }) {
  const { applicationId, total, place, placeOf, grade, selfTotal, resultsAt, appealsUntil, appeal, may } =
    application
  const { planId, planName, orgId } = application
  const dialog = useDialog(AppealDialog)
  const ranking = useDialog(RankingDrawer)
  if (resultsAt === null) return null
  return (
    <Panel>
      <Flex gap="middle" align="center" justify="space-between" wrap>
        <h2 className={styles.partTitle}>考核结果</h2>
        <Flex gap="middle" align="center">
          <Typography.Text type="secondary">{formatDate(resultsAt)} 公布</Typography.Text>
          {may.seeRanking && (
            <Button onClick={() => ranking.show({ planId, planName, orgId })}>查看全部名次</Button>
          )}
          {may.appeal && (
            <Button onClick={() => dialog.show({ applicationId, appealsUntil })}>提出异议</Button>
          )}
        </Flex>
      </Flex>
      {total === null ? (
        <Typography.Text>没有提交申报，没有考核得分</Typography.Text>
      ) : (
        <dl className={styles.figures}>
          <Figure label="考核得分" value={formatNumber(total)} />
          <Figure
            label="名次"
            value={place === null ? '—' : `第 ${place} 名`}
            note={placeOf === null ? '' : `共 ${placeOf} 家`}
          />
          <Figure label="等次" value={grade ?? '—'} />
          <Figure label="自评总分" value={formatNumber(selfTotal)} />
          <LastYear {...application} total={total} />
        </dl>
      )}
      {may.appeal && appealsUntil !== null && (
        <Typography.Text type="secondary">
          对结果有异议的，可在 {appealsUntil} 前（含当日）提出
        </Typography.Text>
      )}
      {appeal && <AppealNote appeal={appeal} />}
      {dialog.element}
      {ranking.element}
    </Panel>
  )
}

const Figure = ({ label, value, note = '' }: { label: string; value: string; note?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

function LastYear({ lastTotal, total }: { lastTotal: number | null; total: number }) {
  if (lastTotal === null) return <Figure label="上年得分" value="—" note="没有上年的考核结果" />
  const hundredths = Math.round((total - lastTotal) * 100)
  const note =
    hundredths === 0
      ? '与上年持平'
      : `比上年${hundredths > 0 ? '高' : '低'} ${formatNumber(Math.abs(hundredths) / 100)} 分`
  return <Figure label="上年得分" value={formatNumber(lastTotal)} note={note} />
}

function AppealNote({ appeal }: { appeal: Appeal }) {
  const { status, text, byName, at, answer, answeredBy, answeredAt } = appeal
  const { open, accepted } = AppealStatus.code
  return (
    <Alert
      type={status === open ? 'info' : status === accepted ? 'success' : 'warning'}
      showIcon
      className={styles.appeal}
      title={`异议${AppealStatus.label(status)}`}
      description={
        <>
          <p className={styles.text}>{text}</p>
          <div className={styles.secondary}>
            {byName} {formatDateTime(at)} 提出
          </div>
          {answer !== null && (
            <>
              <p className={styles.text}>答复：{answer}</p>
              <div className={styles.secondary}>
                {answeredBy} {formatDateTime(answeredAt)} 答复
              </div>
            </>
          )}
        </>
      }
    />
  )
}
