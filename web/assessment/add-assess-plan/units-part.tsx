import { Button, Checkbox, Flex, Input, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { type AssessUnit, UNITS_MOST } from '#contract/assessment/plan-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './add-assess-plan.module.css'
import type { PartProps } from './plan-part.ts'
import { groupsOf, matching, withoutUnits, withUnits } from './unit-choice.ts'

/** Who is assessed, out of all who can be. */
export function UnitsPart({ content, onChange, faults, published }: PartProps) {
  const { object, orgIds } = content
  const [keyword, setKeyword] = useState('')
  const candidates = useCall(assessmentEndpoints.assessCandidates, { object })
  const fault = faults.find(({ part }) => part === 'units')
  if (!candidates.data) {
    return candidates.error ? (
      <EmptyState
        title="单位没有读到"
        hint={candidates.error.message}
        action={<Button onClick={() => void candidates.refetch()}>重试</Button>}
      />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  }
  const begun = new Set(published?.units.filter(({ touched }) => touched).map(({ orgId }) => orgId))
  const known = new Set(candidates.data.map(({ orgId }) => orgId))
  // Chosen before, and no candidate any more: closed or moved meanwhile.
  const gone = (published?.units ?? []).filter(({ orgId }) => !known.has(orgId))
  const chosen = new Set(orgIds)
  const found = matching(candidates.data, keyword)
  const choose = (units: readonly AssessUnit[], on: boolean) =>
    onChange({
      orgIds: on
        ? withUnits(orgIds, units)
        : withoutUnits(
            orgIds,
            units.filter(({ orgId }) => !begun.has(orgId)),
          ),
    })
  return (
    <>
      <Flex gap="small" align="center" wrap className={layout.below12}>
        <Input.Search
          aria-label="查找单位"
          placeholder="单位或区域名称"
          allowClear
          className={layout.width240}
          onSearch={setKeyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
        <Button disabled={found.length === 0} onClick={() => choose(found, true)}>
          {keyword.trim() ? '全选找到的' : '全选'}
        </Button>
        <Button disabled={found.length === 0} onClick={() => choose(found, false)}>
          {keyword.trim() ? '全不选找到的' : '全不选'}
        </Button>
        <Typography.Text strong role="status">
          已选 {formatNumber(orgIds.length)} / {formatNumber(candidates.data.length)} 个单位
        </Typography.Text>
        {orgIds.length > UNITS_MOST && (
          <Typography.Text type="danger">最多 {formatNumber(UNITS_MOST)} 个单位</Typography.Text>
        )}
        {published && (
          <Typography.Text type="secondary">已开始填报的单位不能移出；新增的单位会收到通知</Typography.Text>
        )}
      </Flex>
      {fault && (
        <div role="alert" className={styles.fault}>
          {fault.message}
        </div>
      )}
      {candidates.data.length === 0 && (
        <EmptyState title="范围内没有这类单位" hint="单位登记并通过审核后，在此可选" />
      )}
      {candidates.data.length > 0 && found.length === 0 && <EmptyState title="没有找到符合的单位" />}
      {[...groupsOf(found), ...(gone.length > 0 ? [{ areaName: '已停用或已迁出', units: gone }] : [])].map(
        ({ areaName, units }) => {
          const count = units.filter(({ orgId }) => chosen.has(orgId)).length
          return (
            <fieldset key={areaName} className={`${layout.bareGroup} ${styles.area}`}>
              <legend>
                <Checkbox
                  checked={count > 0 && count === units.length}
                  indeterminate={count > 0 && count < units.length}
                  onChange={({ target }) => choose(units, target.checked)}
                >
                  <b>{areaName || '未指明区域'}</b>（{count} / {units.length}）
                </Checkbox>
              </legend>
              <div className={styles.units}>
                {units.map((unit) => (
                  <Checkbox
                    key={unit.orgId}
                    checked={chosen.has(unit.orgId)}
                    disabled={begun.has(unit.orgId) && chosen.has(unit.orgId)}
                    onChange={({ target }) => choose([unit], target.checked)}
                  >
                    {unit.orgName}
                    {begun.has(unit.orgId) && <Typography.Text type="secondary">（已填报）</Typography.Text>}
                  </Checkbox>
                ))}
              </div>
            </fieldset>
          )
        },
      )}
    </>
  )
}
