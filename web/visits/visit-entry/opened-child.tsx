import { Button, Descriptions, Flex, Form, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { LetterEye } from '#contract/letters/letter-schemas.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import type { OpenedLetter } from '#contract/visits/visit-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { newClientKey } from '#web/core/client-key.ts'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'
import { VisitFields } from '#web/widgets/visit/visit-fields.tsx'
import { VisitTable } from '#web/widgets/visit/visit-table.tsx'
import { isWithdrawnBefore, type VisitValues, visitInput } from '#web/widgets/visit/visit-values.ts'
import type { Key } from './letter-search.tsx'

type Props = {
  letterKey: Key
  letter: OpenedLetter
  onChanged: (letter: OpenedLetter) => void
  onReload: () => void
  onNext: () => void
}

/** What the letter says of the child, what was recorded here before, and the form. */
export function OpenedChild({ letterKey, letter, onChanged, onReload, onNext }: Props) {
  const [form] = Form.useForm<VisitValues>()
  const [clientKey, setClientKey] = useState(newClientKey)
  const { send, sending } = useSend(visitEndpoints.recordVisitByLetter, { success: '已登记就诊', form })
  const handleFinish = async (values: VisitValues) => {
    const sent = await send({ ...letterKey, visit: visitInput(values, clientKey) })
    if (!sent.ok) {
      if (isWithdrawnBefore(sent.error)) setClientKey(newClientKey())
      return
    }
    form.resetFields()
    setClientKey(newClientKey())
    onChanged(sent.data)
  }
  return (
    <Flex vertical gap="middle">
      <Panel>
        <Flex justify="space-between" align="center" className={layout.below12}>
          <Typography.Title level={3} className={`${layout.noMargin} ${layout.text16}`}>
            {letter.maskedName} {letter.finding === 'referral' && <Tag color="error">建议就诊</Tag>}
          </Typography.Title>
          <Button onClick={onNext}>下一名</Button>
        </Flex>
        <Descriptions
          size="small"
          column={{ xs: 1, md: 3 }}
          items={[
            { key: 'school', label: '学校班级', children: `${letter.schoolName} ${letter.className}` },
            { key: 'day', label: '筛查日期', children: letter.checkedOn },
            { key: 'no', label: '告知书编号', children: letter.letterNo },
            { key: 'glasses', label: '戴镜', children: letter.glasses },
            { key: 'conclusion', label: '筛查结论', children: letter.conclusion, span: 2 },
          ]}
        />
        <Readings eyes={letter.eyes} />
      </Panel>
      {letter.visits.length > 0 && (
        <Panel>
          <h3 className={layout.partTitle}>
            {letter.hospitalName === null ? '本校登记过的就诊' : '本院登记过的就诊'}
          </h3>
          <VisitTable visits={letter.visits} onWithdrawn={onReload} />
        </Panel>
      )}
      <Panel>
        <h3 className={layout.partTitle}>登记就诊</h3>
        <Form<VisitValues> form={form} layout="vertical" onFinish={handleFinish}>
          <VisitFields checkedOn={letter.checkedOn} ownHospital={letter.hospitalName ?? undefined} />
          <Button type="primary" htmlType="submit" loading={sending}>
            保存
          </Button>
        </Form>
      </Panel>
    </Flex>
  )
}

const Readings = ({ eyes }: Pick<OpenedLetter, 'eyes'>) => (
  <Table<LetterEye & { side: string }>
    size="small"
    rowKey="side"
    className={layout.above12}
    pagination={false}
    dataSource={[
      { side: '右眼', ...eyes[0] },
      { side: '左眼', ...eyes[1] },
    ]}
    columns={[
      { title: '筛查', dataIndex: 'side', width: 72 },
      { title: '裸眼视力', dataIndex: 'naked' },
      { title: '戴镜视力', dataIndex: 'corrected' },
      { title: '球镜', dataIndex: 'sphere' },
      { title: '柱镜', dataIndex: 'cylinder' },
      { title: '轴位', dataIndex: 'axis' },
      { title: '等效球镜', dataIndex: 'equivalent' },
    ]}
  />
)
