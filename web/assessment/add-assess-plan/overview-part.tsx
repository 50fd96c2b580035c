import { Alert, Descriptions, Flex, Typography } from 'antd'
import { leavesOf, wholePoints } from '#contract/assessment/indicators.ts'
import type { PlanPart } from '#contract/assessment/plan-faults.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './add-assess-plan.module.css'
import { STEP_TITLES } from './editor-steps.ts'
import { rangeOf } from './grades-part.tsx'
import type { EditFault } from './plan-draft.ts'
import type { PartProps } from './plan-part.ts'

type Props = PartProps & { onGo: (fault: EditFault) => void }

/** The whole plan at a glance, and what stands in the way of publishing it. */
export function OverviewPart({ content, faults, published, proposal, onGo }: Props) {
  const leaves = leavesOf(content.indicators)
  const named = (rows: readonly { id: number; name: string }[], id: number | null) =>
    rows.find((row) => row.id === id)?.name
  const earlier = proposal.earlier.map(({ planId, name }) => ({ id: planId, name }))
  return (
    <Flex vertical gap="middle" className={styles.narrow}>
      {faults.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${published ? '保存' : '发布'}前还有 ${faults.length} 处要改`}
          description={
            <ul className={layout.bareList}>
              {faults.map((fault) => (
                <li key={`${fault.part} ${fault.headKey} ${fault.leafKey} ${fault.message}`}>
                  <Typography.Text type="secondary">
                    {STEP_TITLES[fault.part satisfies PlanPart]}：
                  </Typography.Text>
                  {fault.message}{' '}
                  <LinkButton aria-label={`去修改：${fault.message}`} onClick={() => onGo(fault)}>
                    去修改
                  </LinkButton>
                </li>
              ))}
            </ul>
          }
        />
      ) : (
        !published && (
          <Alert
            type="success"
            showIcon
            title="可以发布"
            description="发布后各单位收到通知并开始自评；此后只能作不损害申报单位的修改，并说明原因。"
          />
        )
      )}
      <Descriptions
        bordered
        size="small"
        column={2}
        items={[
          { label: '计划名称', span: 2, children: content.name },
          { label: '年度', children: `${content.year}年` },
          {
            label: '考核对象',
            children: `${AssessObject.label(content.object)}，${content.orgIds.length} 个单位`,
          },
          { label: '申报日期', children: `${content.startsOn} 至 ${content.endsOn}` },
          {
            label: '异议期',
            children: content.appealDays === 0 ? '不受理异议' : `公布结果后 ${content.appealDays} 天`,
          },
          {
            label: '指标',
            children: `${content.indicators.length} 个一级指标、${leaves.length} 个二级指标，合计 ${wholePoints(content.indicators)} 分`,
          },
          {
            label: '系统指标',
            children: `${leaves.filter(({ computed }) => computed).length} 个，加分最多计 ${content.bonusLimit} 分`,
          },
          {
            label: '取数的筛查计划',
            children:
              named(proposal.screeningPlans, content.screeningPlanId) ?? published?.screeningPlanName ?? '无',
          },
          {
            label: '比较的上年计划',
            children: named(earlier, content.lastPlanId) ?? published?.lastPlanName ?? '不比较',
          },
          {
            label: '评审',
            children: [
              content.twoReviewers ? '初评后由另一人复评' : '一人评审',
              named(proposal.coOrgs, content.coOrgId) && `会同${named(proposal.coOrgs, content.coOrgId)}`,
            ]
              .filter(Boolean)
              .join('，'),
          },
          {
            label: '公布',
            children: content.rankingForUnits ? '单位可以看到全部排名' : '单位只看到自己的结果',
          },
          {
            label: '等次',
            span: 2,
            children: content.grades
              .map(({ name }, nth) => `${name}（${rangeOf(content.grades, nth)}）`)
              .join('、'),
          },
        ]}
      />
    </Flex>
  )
}
