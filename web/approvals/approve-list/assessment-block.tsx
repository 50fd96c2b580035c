import { Alert } from 'antd'
import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/approvals/schemas.ts'
import { DetailBlock } from './detail-block.tsx'

type Assessment = NonNullable<ApprovalDetail['assessment']>

/** How far the review of an application is; the scores are given on a page of their own. */
export function AssessmentBlock({ assessment }: { assessment: Assessment }) {
  const { applicationId, orgName, planName, roundName, selfTotal, scored, toScore, obstacle } = assessment
  return (
    <>
      {obstacle && <Alert type="warning" showIcon title={obstacle} />}
      <DetailBlock
        title="考核申报"
        items={[
          { key: 'unit', label: '申报单位', children: orgName },
          { key: 'plan', label: '考核计划', children: planName },
          { key: 'round', label: '评审环节', children: roundName },
          { key: 'self', label: '自评总分', children: selfTotal === null ? '—' : `${selfTotal} 分` },
          { key: 'scored', label: '已评 / 应评', children: `${scored} / ${toScore}` },
          {
            key: 'review',
            label: '评审',
            children: <Link to={`/assessment/review-apply?applicationId=${applicationId}`}>逐项评审</Link>,
          },
        ]}
      />
    </>
  )
}
