import { Alert, Descriptions, Drawer, Skeleton, Typography } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Explanation } from '#contract/eyesight/figures/figure-schemas.ts'
import { HIDDEN_WHY } from '#contract/eyesight/figures/figure-small-cells.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDateTime, formatNumber, formatPercent } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import type { ExplainInput, FigureAsked } from './figure-asked.ts'
import styles from './figure-explanation.module.css'
import { FigureStudents } from './figure-students.tsx'

type Props = { open: boolean; asked: FigureAsked; onClose: () => void }

/** Where a number comes from. */
export function FigureExplanation({ open, asked, onClose }: Props) {
  const input = asked as ExplainInput
  const { data, error } = useCall(eyesightEndpoints.explainFigure, input)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={760}
      title={data ? `${data.unit.name} · ${data.title}` : '数字的由来'}
    >
      {error && <Alert type="error" showIcon title="暂时无法说明这个数字，请稍后重试" />}
      {!data && !error && <Skeleton active />}
      {data && <Explained explanation={data} />}
      {data?.studentsVisible && !data.hidden && <FigureStudents asked={input} explanation={data} />}
      {data?.hidden && <Alert type="info" showIcon title={HIDDEN_WHY} className={layout.above16} />}
    </Drawer>
  )
}

function Explained({ explanation }: { explanation: Explanation }) {
  const { numerator, denominator, denominatorLabel, rate } = explanation
  const items = [
    { label: '计划', children: explanation.planName },
    { label: explanation.numeratorLabel, children: people(numerator) },
    ...(denominatorLabel ? [{ label: denominatorLabel, children: people(denominator) }] : []),
    ...(denominatorLabel
      ? [{ label: '结果', children: <b>{rate === null ? '--' : formatPercent(rate / 100)}</b> }]
      : []),
    { label: '统计时间', children: `${formatDateTime(explanation.at)}（实时）` },
  ]
  return (
    <>
      <Descriptions bordered size="small" column={1} items={items} classNames={{ label: layout.width200 }} />
      <Typography.Title level={5} className={layout.above20}>
        规则
      </Typography.Title>
      <Rules rules={explanation.rules.slice(0, RULES_SHOWN)} />
      {explanation.rules.length > RULES_SHOWN && (
        <details className={layout.above8}>
          <summary className={styles.unfold}>全部判定规则（{explanation.rules.length} 条）</summary>
          <Rules rules={explanation.rules.slice(RULES_SHOWN)} />
        </details>
      )}
    </>
  )
}

/** The formula and who counts; the profile's lines follow on demand. */
const RULES_SHOWN = 4

const Rules = ({ rules }: { rules: readonly string[] }) => (
  <ul className={layout.bullets}>
    {rules.map((rule) => (
      <li key={rule}>{rule}</li>
    ))}
  </ul>
)

const people = (count: number | null) => (count === null ? '--' : `${formatNumber(count)} 人`)
