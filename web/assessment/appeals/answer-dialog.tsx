import { Form, Input, InputNumber, Radio, Table, Typography } from 'antd'
import { useState } from 'react'
import { AnswerAppeal, APPEAL_MOST, type Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { PLAN_REFRESHES } from '../parts/plan-refreshes.ts'
import { reasonRule } from '../parts/reason-rule.ts'
import styles from './appeals.module.css'

type Values = { accepted: boolean; answer: string }
type Props = DialogProps & { application: Application }

const DECISIONS = [
  { value: true, label: '采纳' },
  { value: false, label: '不采纳' },
]

/** The answer to an objection; where it is right, with the scores as they should be. */
export function AnswerDialog({ open, onClose, application }: Props) {
  const [form] = Form.useForm<Values>()
  const accepted = Form.useWatch('accepted', form)
  const [scores, setScores] = useState<Readonly<Record<string, number | null>>>({})
  const [fault, setFault] = useState<string>()
  const { send, sending } = useSend(assessmentEndpoints.answerAssessAppeal, {
    refreshes: PLAN_REFRESHES,
    success: '已答复，单位会收到通知',
    form,
  })
  const { applicationId, orgName, appeal } = application
  const rows = scoredLeaves(application)
  const corrected = rows.flatMap(({ key, points, score: before }) => {
    const score = scores[key]
    return score === undefined || score === null || score === before ? [] : [{ leafKey: key, points, score }]
  })
  return (
    <FormModal<Values>
      form={form}
      open={open}
      title={`答复“${orgName}”的异议`}
      okText="答复"
      width={640}
      confirmLoading={sending}
      onCancel={onClose}
      onFinish={async (values) => {
        const over = corrected.some(({ points, score }) => score > points)
        setFault(over ? '得分不能大于分值' : undefined)
        if (over) return
        const sent = await send({
          applicationId,
          ...values,
          scores: values.accepted ? corrected.map(({ leafKey, score }) => ({ leafKey, score })) : [],
        })
        if (sent.ok) onClose()
      }}
    >
      <Typography.Paragraph className={styles.appealText}>{appeal?.text}</Typography.Paragraph>
      <Form.Item name="accepted" label="处理" rules={[{ required: true, message: '请选择是否采纳' }]}>
        <Radio.Group options={DECISIONS} />
      </Form.Item>
      {accepted === true && (
        <>
          <Typography.Paragraph type="secondary">
            需要更正的得分填在“更正为”，其余留空；总分、名次和等次随之更正。
          </Typography.Paragraph>
          <div className={styles.corrections}>
            <Table
              size="small"
              rowKey="key"
              pagination={false}
              dataSource={rows}
              columns={[
                { title: '指标', dataIndex: 'name' },
                { title: '分值', dataIndex: 'points', width: 64, align: 'right' },
                {
                  title: '得分',
                  dataIndex: 'score',
                  width: 64,
                  align: 'right',
                  render: (score: number | null) => score ?? '—',
                },
                {
                  title: '更正为',
                  width: 126,
                  render: (_, { key, name, points }) => (
                    <InputNumber
                      aria-label={`更正为：${name}`}
                      className={styles.correction}
                      size="small"
                      min={0}
                      precision={1}
                      status={(scores[key] ?? 0) > points ? 'error' : undefined}
                      value={scores[key] ?? null}
                      onChange={(score) => setScores((now) => ({ ...now, [key]: score }))}
                    />
                  ),
                },
              ]}
            />
          </div>
          {fault && (
            <Typography.Text type="danger" role="alert">
              {fault}
            </Typography.Text>
          )}
        </>
      )}
      <Form.Item
        name="answer"
        label="答复"
        className={layout.above12}
        rules={[reasonRule(AnswerAppeal.shape.answer)]}
      >
        <Input.TextArea rows={4} maxLength={APPEAL_MOST} showCount />
      </Form.Item>
    </FormModal>
  )
}

/** The indicators that count for the unit, with the score that holds. */
function scoredLeaves({ indicators, leaves }: Application) {
  const byKey = new Map(leaves.map((leaf) => [leaf.leafKey, leaf]))
  return leavesOf(indicators).flatMap(({ key, name, points, computed }) => {
    const leaf = byKey.get(key)
    if (computed && leaf?.measured?.leftOut) return []
    const last = [...(leaf?.reviews ?? [])].sort((one, other) => other.round - one.round)[0]
    return [{ key, name, points, score: last?.score ?? null }]
  })
}
