import { ConfigProvider, Table, type TableColumnType } from 'antd'
import type { WarningReading } from '#contract/warning/warning-schemas.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { axisText, visionText } from '#web/widgets/student/reading-text.ts'
import { signed } from './curve-words.ts'
import styles from './warning-detail.module.css'

type Side = (reading: WarningReading) => readonly [right: string, left: string]
const COLUMNS: readonly { title: string; of: Side; optional?: (reading: WarningReading) => boolean }[] = [
  { title: '裸眼', of: ({ nakedRight, nakedLeft }) => [visionText(nakedRight), visionText(nakedLeft)] },
  {
    title: '戴镜',
    of: ({ correctedRight, correctedLeft }) => [visionText(correctedRight), visionText(correctedLeft)],
    optional: ({ correctedRight, correctedLeft }) => correctedRight !== null || correctedLeft !== null,
  },
  { title: '球镜', of: ({ sphereRight, sphereLeft }) => [signed(sphereRight), signed(sphereLeft)] },
  { title: '柱镜', of: ({ cylinderRight, cylinderLeft }) => [signed(cylinderRight), signed(cylinderLeft)] },
  { title: '轴位', of: ({ axisRight, axisLeft }) => [axisText(axisRight), axisText(axisLeft)] },
  { title: '等效球镜', of: ({ seRight, seLeft }) => [signed(seRight), signed(seLeft)] },
  {
    title: '眼轴 mm',
    of: ({ axialRight, axialLeft }) => [axialText(axialRight), axialText(axialLeft)],
    optional: ({ axialRight, axialLeft }) => axialRight !== null || axialLeft !== null,
  },
]
const axialText = (value: number | null): string => (value === null ? '—' : value.toFixed(2))

/** Eight columns have to fit next to the curve. */
const NARROW = { components: { Table: { cellPaddingInlineSM: 5, cellFontSizeSM: 13 } } }

/** All valid screenings and visits, the newest first; right eye above left. */
export function Readings({ readings }: { readings: readonly WarningReading[] }) {
  const columns = COLUMNS.filter(({ optional }) => !optional || readings.some(optional))
  return (
    <Panel>
      <div className={styles.partHead}>
        <h2>历次读数</h2>
        <span>上行右眼，下行左眼</span>
      </div>
      <ConfigProvider theme={NARROW}>
        <Table<WarningReading>
          size="small"
          className={styles.readings}
          rowKey={({ on, visit }) => `${on} ${String(visit)}`}
          dataSource={[...readings]}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: '没有有效的读数' }}
          columns={[
            {
              title: '日期',
              render: (_, { on, visit, cycloplegic, glasses }) => (
                <>
                  {on}
                  <div className={styles.secondary}>
                    {visit ? (cycloplegic ? '就诊，散瞳' : '就诊') : glasses || '筛查'}
                  </div>
                </>
              ),
            },
            ...columns.map(
              ({ title, of }): TableColumnType<WarningReading> => ({
                title,
                align: 'right',
                render: (_, reading) =>
                  of(reading).map((text, nth) => <div key={nth === 0 ? '右' : '左'}>{text}</div>),
              }),
            ),
          ]}
        />
      </ConfigProvider>
    </Panel>
  )
}
