import { Alert, Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import type { AssessPlan } from '#contract/assessment/plan-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { AppealBlock } from '../appeals/appeal-block.tsx'
import { reviewOf } from '../parts/plan-addresses.ts'
import styles from './plan-details.module.css'

/** Objections of units to their results, those that wait for an answer first. */
export function AppealsTab({ plan }: { plan: AssessPlan }) {
  const units = useCall(assessmentEndpoints.assessUnits, { planId: plan.planId })
  if (!units.data) {
    return units.error ? (
      <EmptyState
        title="异议没有读到"
        hint={units.error.message}
        action={<Button onClick={() => void units.refetch()}>重试</Button>}
      />
    ) : (
      <Skeleton active paragraph={{ rows: 4 }} />
    )
  }
  const rows = units.data
    .flatMap(({ applicationId, orgName, appeal }) =>
      appeal === null ? [] : [{ applicationId, orgName, appeal }],
    )
    .sort((one, other) => one.appeal - other.appeal)
  if (rows.length === 0) {
    return (
      <EmptyState
        title="没有异议"
        hint={
          plan.resultsAt === null
            ? '公布结果后，申报单位可以在异议期内提出'
            : plan.appealsUntil === null
              ? '本计划不受理异议'
              : `申报单位可以在 ${plan.appealsUntil} 前提出`
        }
      />
    )
  }
  return rows.map(({ applicationId, orgName }) => (
    <AppealItem key={applicationId} applicationId={applicationId} orgName={orgName} />
  ))
}

function AppealItem({ applicationId, orgName }: { applicationId: number; orgName: string }) {
  const detail = useCall(assessmentEndpoints.assessApplication, { applicationId })
  const mayReview = useAllowed(['approveAssessments'])
  const application = detail.data
  const title = mayReview ? <Link to={reviewOf(applicationId)}>{orgName}</Link> : <b>{orgName}</b>
  return (
    <article className={styles.appeal} aria-label={orgName}>
      {application ? (
        <AppealBlock application={application} title={title} />
      ) : detail.error ? (
        <Alert type="error" showIcon title={`${orgName}：${detail.error.message}`} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </article>
  )
}
