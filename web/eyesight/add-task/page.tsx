import { Alert, Button, Flex, Form, Typography } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { OrgType } from '#contract/core/codes.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { PlanSchoolRow } from '#contract/eyesight/plan-schemas.ts'
import { PlanSchoolQuery } from '#contract/eyesight/plan-schemas.ts'
import type { Executor } from '#contract/eyesight/task-schemas.ts'
import { PlanStatus } from '#contract/plans/statuses.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { defaultPlan } from '#web/widgets/default-plan.ts'
import { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { PlanPicker } from '#web/widgets/plan/plan-picker.tsx'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { NoPlan } from '../plans/no-plan.tsx'
import { shanghaiDay } from '../plans/school-years.ts'
import { ExecutorField } from '../tasks/executor-field.tsx'
import { TASK_REFRESHES } from '../tasks/task-actions.tsx'
import { AddResult } from './add-result.tsx'
import styles from './add-task.module.css'
import { PartOfSchool } from './part-of-school.tsx'
import { SchoolChoice } from './school-choice.tsx'

const Address = PlanSchoolQuery.partial({ planId: true })
type Values = { executor: Executor; startsOn: string; endsOn: string; classIds?: number[] }

/** Tasks for some or all schools of a plan, in one go. */
export function Page() {
  const [query, setQuery] = useUrlState(Address)
  const plans = useCall(eyesightEndpoints.planChoices, {})
  const open = plans.data?.filter(({ status }) => OPEN.includes(status)) ?? []
  const { user } = useSession()
  const plan = open.find(({ planId }) => planId === query.planId) ?? defaultPlan(open, user?.dataRangeType)
  const chosen = useChosenRows<PlanSchoolRow>(String(plan?.planId))
  const [allSchools, setAllSchools] = useState(false)
  useOwnSchool(plan?.planId, chosen.onChange)
  const [added, setAdded] = useState<OutputOf<typeof eyesightEndpoints.addTasks>>()
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const add = useSend(eyesightEndpoints.addTasks, { refreshes: REFRESHES, success: false, form })
  if (plans.data && !plan) return <NoPlan />
  if (!plan) return null
  const one = !allSchools && chosen.chosen.length === 1 ? chosen.chosen[0] : undefined
  const submit = async ({ executor, startsOn, endsOn, classIds }: Values) => {
    const answer = await add.send({
      planId: plan.planId,
      schoolOrgIds: allSchools ? [] : chosen.chosen.map(({ orgId }) => orgId),
      allSchools,
      executor,
      startsOn,
      endsOn,
      selection: one && classIds?.length ? { classIds } : null,
    })
    if (!answer.ok) return
    setAdded(answer.data)
    chosen.onChange([])
  }
  const today = shanghaiDay(new Date())
  return (
    <Flex vertical gap="middle">
      <Panel tight>
        <Form layout="inline" component="search" className={layout.paddedBelow8}>
          <PlanPicker
            plans={open}
            value={plan.planId}
            onChange={(planId) => setQuery({ planId, pageNum: 1 })}
          />
          <Typography.Text type="secondary" className={styles.planDays}>
            {plan.startsOn} 至 {plan.endsOn}
          </Typography.Text>
        </Form>
      </Panel>
      {added && <AddResult result={added} planId={plan.planId} />}
      <Panel>
        <SchoolChoice
          planId={plan.planId}
          query={query}
          onQuery={setQuery}
          chosen={chosen}
          allSchools={allSchools}
          onAllSchools={setAllSchools}
        />
      </Panel>
      <Panel>
        <Form<Values>
          key={plan.planId}
          form={form}
          layout="vertical"
          className={layout.atMost640}
          initialValues={{
            executor: { by: 'bound' },
            startsOn: later(plan.startsOn, today),
            endsOn: plan.endsOn,
          }}
          onFinish={submit}
        >
          <Form.Item name="executor" label="承担机构" rules={[{ required: true, message: '请选择承担机构' }]}>
            <ExecutorField schoolOrgId={one?.orgId} />
          </Form.Item>
          <Flex gap="middle">
            <Form.Item
              name="startsOn"
              label="开始日期"
              className={layout.grow}
              rules={[{ required: true, message: '请选择开始日期' }]}
            >
              <DateInput min={plan.startsOn} max={plan.endsOn} />
            </Form.Item>
            <Form.Item
              name="endsOn"
              label="结束日期"
              className={layout.grow}
              rules={[{ required: true, message: '请选择结束日期' }]}
            >
              <DateInput min={plan.startsOn} max={plan.endsOn} />
            </Form.Item>
          </Flex>
          {one && <PartOfSchool orgId={one.orgId} />}
          <Flex gap="middle" align="center">
            <Button
              type="primary"
              htmlType="submit"
              loading={add.sending}
              disabled={!allSchools && chosen.chosen.length === 0}
            >
              分配任务
            </Button>
            <Button onClick={() => void navigate(`/eyesight/task-list?planId=${plan.planId}`)}>
              返回任务列表
            </Button>
            {!allSchools && chosen.chosen.length === 0 && (
              <Alert type="info" showIcon title="请先选择学校" className={styles.slimNotice} />
            )}
          </Flex>
        </Form>
      </Panel>
    </Flex>
  )
}

/** A school has nothing to choose from: it is chosen when the page opens. */
function useOwnSchool(planId: number | undefined, choose: (rows: readonly PlanSchoolRow[]) => void) {
  const { user } = useSession()
  const isSchool = user?.orgType === OrgType.code.school
  const asked = { planId: planId ?? 0, pageNum: 1, pageSize: 15 }
  const { data } = useCall(eyesightEndpoints.planSchools, asked, {
    enabled: isSchool && planId !== undefined,
  })
  const chosenIn = useRef<number>(undefined)
  useEffect(() => {
    const own = data?.list.find(({ orgId }) => orgId === user?.orgId)
    if (!own || planId === undefined || chosenIn.current === planId) return
    chosenIn.current = planId
    choose([own])
  }, [data, user?.orgId, planId, choose])
}

/** Of two days as YYYY-MM-DD. */
const later = (one: string, other: string): string => [one, other].sort()[1] ?? one

const OPEN: readonly number[] = [PlanStatus.code.published, PlanStatus.code.underWay]
const REFRESHES = [...TASK_REFRESHES, eyesightEndpoints.planSchools, eyesightEndpoints.planPageList]
