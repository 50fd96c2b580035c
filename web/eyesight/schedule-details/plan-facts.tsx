import { Descriptions, Typography } from 'antd'
import { Link } from 'react-router'
import { ScreeningItemType } from '#contract/core/codes.ts'
import type { PlanDetail } from '#contract/eyesight/plan-schemas.ts'
import { PLAN_ITEMS, type PlanItem } from '#contract/eyesight/reading.ts'
import { formatDateTime } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { StageTags } from '#web/widgets/org/stage-tags.tsx'

/** Dates, areas and rules of the plan. */
export function PlanFacts({ plan }: { plan: PlanDetail }) {
  const items = (Object.keys(PLAN_ITEMS) as PlanItem[]).map(
    (item) => `${PLAN_ITEMS[item]}（${ScreeningItemType.label(plan.items[item])}）`,
  )
  return (
    <>
      <Typography.Title level={5} className={layout.noMarginAbove}>
        计划说明
      </Typography.Title>
      <Descriptions
        size="small"
        bordered
        column={2}
        items={[
          { label: '区域', children: plan.areaNames.join('、') },
          { label: '直属学校', children: plan.includeDirect ? '参加' : '不参加' },
          { label: '学段', children: <StageTags stages={plan.stages} /> },
          { label: '检查项目', children: items.join('、') },
          {
            label: '对比计划',
            children: plan.lastPlanId ? (
              <Link to={`/eyesight/schedule-details?planId=${plan.lastPlanId}`}>{plan.lastPlanName}</Link>
            ) : (
              '无'
            ),
          },
          { label: '复测', children: `至少 ${plan.retestRatio}%，误差发生率不超过 ${plan.errorCap}%` },
          { label: '学校自行添加任务', children: plan.schoolMayAdd ? '允许' : '不允许' },
          { label: '创建', children: `${plan.createdByName ?? ''} ${formatDateTime(plan.createdAt)}` },
          { label: '发布', children: formatDateTime(plan.publishedAt) },
          { label: '结束', children: formatDateTime(plan.endedAt) },
          {
            label: `判定标准：${plan.profile.name}`,
            span: 2,
            children: (
              <ul className={layout.bullets}>
                {plan.profileText.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            ),
          },
          ...(plan.remark ? [{ label: '说明', span: 2, children: plan.remark }] : []),
        ]}
      />
    </>
  )
}
