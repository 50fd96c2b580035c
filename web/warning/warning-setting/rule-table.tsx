import { InputNumber, Select, Switch, Table, type TableColumnType, Tag, Tooltip, Typography } from 'antd'
import { SchoolStage } from '#contract/core/codes.ts'
import {
  ANY_STAGE,
  INDICATORS,
  Notified,
  SIGNS,
  WarningLevelCode,
  type WarningRule,
  WarningScope,
} from '#contract/warning/rules.ts'
import type { SettingPreview } from '#contract/warning/setting-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { type RuleRow, settingInWords } from './rule-rows.ts'
import styles from './warning-setting.module.css'

const { student } = WarningScope.code
const STAGES = [{ value: ANY_STAGE, label: '全部' }, ...SchoolStage.options]
const MIN_VALID_MOST = 10_000

type Props = {
  rows: readonly RuleRow[]
  aboveName: string
  /** A province may also loosen. */
  top: boolean
  /** As long as it is of these rules. */
  preview: SettingPreview | undefined
  onChange: (row: RuleRow, patch: Partial<WarningRule>) => void
  onRemove: (row: RuleRow) => void
}
type Column = TableColumnType<RuleRow>

/** The rules about one kind of unit, each a row that can be changed in place. */
export function RuleTable({ rows, aboveName, top, preview, onChange, onRemove }: Props) {
  const isOfUnits = rows[0] !== undefined && rows[0].rule.scope !== student
  const counts = new Map(preview?.rules.map((counted) => [counted.key, counted]))
  const columns: Column[] = [
    { title: '指标', render: (_, row) => <Subject row={row} aboveName={aboveName} /> },
    {
      title: '学段',
      width: 104,
      render: (_, row) =>
        row.above ? (
          row.rule.stage === ANY_STAGE ? (
            '全部'
          ) : (
            SchoolStage.label(row.rule.stage)
          )
        ) : (
          <Select
            aria-label={`学段：${labelOf(row)}`}
            className={layout.fullWidth}
            value={row.rule.stage}
            options={STAGES}
            onChange={(stage) => onChange(row, { stage })}
          />
        ),
    },
    { title: '界限', width: 178, render: (_, row) => <Threshold row={row} onChange={onChange} /> },
    {
      title: '级别',
      width: 92,
      render: (_, row) =>
        row.rule.indicator === 'level' ? (
          '按结果'
        ) : (
          <Select
            aria-label={`级别：${labelOf(row)}`}
            className={layout.fullWidth}
            value={row.rule.level}
            options={WarningLevelCode.options}
            onChange={(level) => onChange(row, { level })}
          />
        ),
    },
    ...(isOfUnits ? [minValidColumn(onChange)] : []),
    {
      title: '通知对象',
      width: isOfUnits ? 264 : 224,
      render: (_, row) => <Notify row={row} top={top} onChange={onChange} />,
    },
    {
      title: '启用',
      width: 60,
      render: (_, row) => (
        <Switch
          size="small"
          aria-label={`启用：${labelOf(row)}`}
          checked={row.rule.enabled}
          onChange={(enabled) => onChange(row, { enabled })}
        />
      ),
    },
    ...(preview && !isOfUnits
      ? [
          {
            title: '将预警',
            width: 84,
            align: 'right' as const,
            render: (_: unknown, { rule }: RuleRow) =>
              rule.enabled ? `${formatNumber(counts.get(rule.key)?.students)} 人` : '—',
          },
        ]
      : []),
    {
      title: '操作',
      width: 84,
      render: (_, row) =>
        row.isChanged && (
          <LinkButton
            danger={!row.above}
            aria-label={`${row.above ? '恢复沿用' : '删除'}：${labelOf(row)}`}
            onClick={() => onRemove(row)}
          >
            {row.above ? '恢复沿用' : '删除'}
          </LinkButton>
        ),
    },
  ]
  return (
    <Table<RuleRow>
      size="small"
      rowKey={({ rule }) => rule.key}
      dataSource={[...rows]}
      columns={columns}
      pagination={false}
      scroll={{ x: isOfUnits ? 1070 : 1000 }}
      locale={{ emptyText: '还没有规则，点“新增规则”添加' }}
    />
  )
}

/** One indicator can have several rules: the level tells them apart. */
const labelOf = ({ rule }: RuleRow): string =>
  `${INDICATORS[rule.indicator].label}${WarningLevelCode.label(rule.level)}`

const minValidColumn = (onChange: Props['onChange']): Column => ({
  title: '最少人数',
  width: 92,
  render: (_, row) => (
    <InputNumber
      aria-label={`最少人数：${labelOf(row)}`}
      className={layout.fullWidth}
      min={0}
      max={MIN_VALID_MOST}
      precision={0}
      value={row.rule.minValid}
      onChange={(minValid) => minValid !== null && onChange(row, { minValid })}
    />
  ),
})

function Subject({ row, aboveName }: { row: RuleRow; aboveName: string }) {
  const { rule, above, isChanged, fault } = row
  const { label, rule: sentence } = INDICATORS[rule.indicator]
  return (
    <>
      <Tooltip title={sentence}>
        <span className={styles.indicator}>{label}</span>
      </Tooltip>{' '}
      {!above && <Tag color="blue">本地区新增</Tag>}
      {above && isChanged && <Tag color="gold">已改</Tag>}
      {above && (
        <div className={styles.origin}>
          {isChanged ? `${aboveName}：${settingInWords(above)}` : `沿用${aboveName}`}
        </div>
      )}
      {fault && (
        <Typography.Text type="danger" role="alert" className={styles.fault}>
          {fault}
        </Typography.Text>
      )}
    </>
  )
}

function Threshold({ row, onChange }: { row: RuleRow; onChange: Props['onChange'] }) {
  const { indicator, threshold } = row.rule
  const { direction, decimals, unit } = INDICATORS[indicator]
  if (direction === null) return <Typography.Text type="secondary">不设界限</Typography.Text>
  return (
    <span className={styles.threshold}>
      <span className={styles.sign}>{SIGNS[direction]}</span>
      <InputNumber
        aria-label={`界限：${labelOf(row)}`}
        status={row.fault ? 'error' : undefined}
        className={styles.number}
        precision={decimals}
        step={decimals === 0 ? 1 : 5 / 10 ** decimals}
        value={threshold}
        onChange={(next) => next !== null && onChange(row, { threshold: next })}
      />
      <span className={styles.unit}>{unit}</span>
    </span>
  )
}

/** Whom a body above lets know stays: below the province others can only be added. */
function Notify({ row, top, onChange }: { row: RuleRow; top: boolean; onChange: Props['onChange'] }) {
  const fixed: readonly string[] = top ? [] : (row.above?.notify ?? [])
  return (
    <Select
      mode="multiple"
      aria-label={`通知对象：${labelOf(row)}`}
      className={layout.fullWidth}
      placeholder="不通知"
      maxTagCount="responsive"
      maxTagPlaceholder={(hidden) => (
        <span title={hidden.map(({ label }) => label).join('、')}>+{hidden.length}</span>
      )}
      value={row.rule.notify}
      options={Notified.options.map((option) => ({ ...option, disabled: fixed.includes(option.value) }))}
      onChange={(notify) => onChange(row, { notify })}
    />
  )
}
