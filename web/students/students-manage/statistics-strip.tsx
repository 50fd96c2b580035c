import { Button, Flex, Typography } from 'antd'
import { StudentType } from '#contract/core/codes.ts'
import type { InputOf } from '#contract/core/endpoint.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber, formatPercent } from '#web/core/format.ts'
import { shortTypeOf } from '../parts/student-labels.ts'
import styles from './students-manage.module.css'

type Props = { query: InputOf<typeof studentEndpoints.studentDataStatistics> }

/** How many there are in the part of the school that is looked at. */
export function StatisticsStrip({ query }: Props) {
  const { data, error, refetch, isPlaceholderData } = useCall(studentEndpoints.studentDataStatistics, query)
  if (error && !data) {
    return (
      <Typography.Text type="secondary">
        人数加载失败
        <Button type="link" size="small" onClick={() => void refetch()}>
          重试
        </Button>
      </Typography.Text>
    )
  }
  const countOf = (type: number) => data?.byType.find(({ studentType }) => studentType === type)?.count ?? 0
  const types = StudentType.codes.filter((type) => countOf(type) > 0 || type === StudentType.code.mainland)
  return (
    <Flex gap="large" wrap className={isPlaceholderData ? styles.fadedStatistics : undefined}>
      <Figure label="学生" value={data?.total} strong />
      <Figure label="男生" value={data?.male} />
      <Figure label="女生" value={data?.female} />
      {types.map((type) => (
        <Figure
          key={type}
          label={shortTypeOf(type)}
          title={StudentType.label(type)}
          value={data && countOf(type)}
        />
      ))}
      <Figure
        label="已采集人脸"
        value={data?.faceCollected}
        title={data && data.total > 0 ? `占 ${formatPercent(data.faceCollected / data.total)}` : undefined}
      />
    </Flex>
  )
}

type FigureProps = { label: string; value: number | undefined; title?: string; strong?: boolean }

function Figure({ label, value, title, strong }: FigureProps) {
  return (
    <Flex vertical align="flex-end" title={title}>
      <Typography.Text type="secondary" className={styles.statisticName}>
        {label}
      </Typography.Text>
      <Typography.Text strong={strong} className={styles.statisticValue}>
        {formatNumber(value)}
      </Typography.Text>
    </Flex>
  )
}
