import { Divider, Table, type TableColumnType, Typography } from 'antd'
import { useMemo } from 'react'
import type { SchoolStatistics } from '#contract/schools/schemas.ts'
import { formatPercent } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PieRings } from '#web/widgets/chart/pie-rings.tsx'
import { countColumn } from '#web/widgets/org/org-columns.tsx'
import styles from './schools-manage.module.css'

type StageRow = SchoolStatistics['byStage'][number] & { share: number }

const COLUMNS: TableColumnType<StageRow>[] = [
  { title: '学段', dataIndex: 'stageName' },
  countColumn<StageRow>('学校', 'schools', 96),
  countColumn<StageRow>('班级', 'classes', 96),
  countColumn<StageRow>('学生', 'students', 112),
  { title: '学生占比', dataIndex: 'share', width: 104, align: 'end', render: formatPercent },
]

/** Students by sex in the inner ring, by stage in the outer one, and the same as figures. */
export function Composition({ statistics }: { statistics: SchoolStatistics }) {
  const { students, males, females, byStage } = statistics
  const inner = useMemo(
    () => ({
      title: '按性别',
      slices: [
        { name: '男生', people: males },
        { name: '女生', people: females },
      ],
    }),
    [males, females],
  )
  const outer = useMemo(
    () => ({
      title: '按学段',
      slices: byStage.map((stage) => ({ name: stage.stageName, people: stage.students })),
    }),
    [byStage],
  )
  const rows = byStage.map((stage) => ({ ...stage, share: students > 0 ? stage.students / students : 0 }))
  const overlaps = byStage.reduce((sum, { schools }) => sum + schools, 0) > statistics.schools
  return (
    <>
      <Divider className={layout.around12} />
      <div className={styles.charts}>
        <PieRings title="学生构成" inner={inner} outer={outer} />
        <div>
          <Table<StageRow>
            size="small"
            columns={COLUMNS}
            rowKey="stage"
            dataSource={rows}
            pagination={false}
          />
          {overlaps && (
            <Typography.Text type="secondary" className={styles.chartNote}>
              有多个学段的学校在每个学段各计一次。
            </Typography.Text>
          )}
        </div>
      </div>
    </>
  )
}
