import { Button, Card, Flex, Typography } from 'antd'
import { Link, useLocation } from 'react-router'
import type { PaperFormCode } from '#contract/print/paper-forms.ts'
import { PaperForm } from '#contract/print/paper-schemas.ts'
import layout from '#web/core/layout.module.css'
import { useUrlState } from '#web/core/url-state.ts'
import { PaperAddress } from '../parts/paper-address.ts'
import styles from './print-bridge.module.css'

const WHAT: Record<PaperFormCode, string> = {
  registration: '按班级列出名单，检查结果留空，供现场手工填写。',
  'result-record': '按班级列出检查结果、结论、预警级别和建议就诊。',
  survey: '学生常见病监测用：戴镜类型、视力、屈光和需注明的情况。',
  monitor: '教育部视力监测用：与上报表相同的各列。',
  child: '0~6岁儿童十三次眼保健检查，每人一页，附转诊单和回执。',
  'student-report': '每名学生的基本信息、历次筛查、视力和屈光变化曲线。',
  'retest-record': '一项任务的复测：初测、复测、差值和误差发生率。',
  summary: '按年级和性别汇总：受检、视力不良、近视、戴镜和建议就诊。',
}

/** Which form of what was chosen: the way from the lists to paper. */
export function Page() {
  const [{ planId, taskId }] = useUrlState(PaperAddress)
  const { search } = useLocation()
  const hasChoice = planId !== undefined
  return (
    <div className={styles.bridge}>
      <Typography.Title level={1} className={layout.text20}>
        选择要打印的表
      </Typography.Title>
      <Typography.Paragraph type="secondary">
        {hasChoice
          ? '打开后可以直接打印，也可以下载为 PDF；每次打印都会留下记录。'
          : '没有选择学生，可以打印空白表供手工填写。'}
      </Typography.Paragraph>
      <Flex vertical gap="middle">
        {PaperForm.options.map(({ value, label }) => (
          <Card key={value} size="small" title={label}>
            <Flex justify="space-between" align="center" gap="middle">
              <Typography.Text>{WHAT[value]}</Typography.Text>
              <Flex gap="small">
                <Link to={`/print/${value}?blank=true`}>
                  <Button>空白表</Button>
                </Link>
                {hasChoice && (value !== 'retest-record' || taskId !== undefined) && (
                  <Link to={`/print/${value}${search}`}>
                    <Button type="primary">打开</Button>
                  </Link>
                )}
              </Flex>
            </Flex>
          </Card>
        ))}
      </Flex>
    </div>
  )
}
