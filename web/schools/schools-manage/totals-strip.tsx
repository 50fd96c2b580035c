import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Flex, Typography } from 'antd'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { SchoolStatistics } from '#contract/schools/schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { lazyPart } from '#web/core/lazy-part.ts'
import { Panel } from '#web/widgets/panel.tsx'
import styles from './schools-manage.module.css'

const Composition = lazyPart(async () => (await import('./composition.tsx')).Composition)

const TOTALS = [
  ['schools', '学校', '所'],
  ['classes', '班级', '个'],
  ['students', '学生', '人'],
  ['males', '男生', '人'],
  ['females', '女生', '人'],
] as const satisfies readonly (readonly [keyof SchoolStatistics, string, string])[]

type Props = {
  loaded: {
    data: SchoolStatistics | undefined
    error: unknown
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
}

/** How much there is in the schools listed; what it is made of unfolds on demand. */
export function TotalsStrip({ loaded }: Props) {
  const [unfolded, setUnfolded] = useState(false)
  const partId = useId()
  const { data, error, isFetching } = loaded
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="middle" aria-busy={isFetching}>
        <Figures statistics={data} faded={isFetching && data !== undefined} />
        {error && !data ? (
          <Button type="link" onClick={() => void loaded.refetch()}>
            统计加载失败，重试
          </Button>
        ) : (
          <Button
            type="link"
            aria-expanded={unfolded}
            aria-controls={partId}
            disabled={!data}
            icon={unfolded ? <UpOutlined /> : <DownOutlined />}
            iconPlacement="end"
            onClick={() => setUnfolded(!unfolded)}
          >
            构成
          </Button>
        )}
      </Flex>
      <div id={partId} hidden={!unfolded}>
        {unfolded && data && (
          <Suspense fallback={<div className={styles.compositionPlace} />}>
            <Composition statistics={data} />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}

/** Both lines have a fixed height, so that nothing moves while the figures load. */
function Figures({ statistics, faded }: { statistics: SchoolStatistics | undefined; faded: boolean }) {
  return (
    <Flex vertical className={faded ? styles.fadedTotals : styles.totals}>
      <Flex gap="0 28px" wrap className={layout.tall30}>
        {TOTALS.map(([key, label, unit]) => (
          <span key={key}>
            <Small>{label}</Small>{' '}
            <Typography.Text strong className={layout.text18}>
              {formatNumber(statistics?.[key])}
            </Typography.Text>{' '}
            <Small>{unit}</Small>
          </span>
        ))}
      </Flex>
      <div className={styles.totalsLine}>
        {statistics?.byStage.map(({ stage, stageName, schools, students }) => (
          <Small key={stage}>
            {stageName} {formatNumber(schools)} 所 · {formatNumber(students)} 人
          </Small>
        ))}
      </div>
    </Flex>
  )
}

function Small({ children }: { children: ReactNode }) {
  return (
    <Typography.Text type="secondary" className={layout.smallText}>
      {children}
    </Typography.Text>
  )
}
