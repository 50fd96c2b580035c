import { Alert, Descriptions, Flex, Spin, Table } from 'antd'
import { useEffect, useState } from 'react'
import { SchoolStage } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { PlanKind, type PlanPreview, Season } from '#contract/eyesight/plan-schemas.ts'
import { PLAN_ITEMS, type PlanItem } from '#contract/eyesight/reading.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import { schoolYearLabel } from '../plans/school-years.ts'
import type { PlanFormValues } from './plan-form-values.ts'

/** The size of the plan before it is saved: schools and students. */
export function PreviewStep({ values }: { values: PlanFormValues }) {
  const { send } = useSend(eyesightEndpoints.planPreview, { success: false })
  const [preview, setPreview] = useState<PlanPreview>()
  const { areaIds, includeDirect, stages } = values
  const asked = JSON.stringify({ areaIds, includeDirect, stages })
  useEffect(() => {
    let current = true
    void send(JSON.parse(asked)).then((answer) => current && answer.ok && setPreview(answer.data))
    return () => {
      current = false
    }
  }, [asked, send])
  return (
    <Flex vertical gap="middle">
      <Descriptions
        bordered
        size="small"
        column={2}
        items={[
          { label: '计划名称', children: values.planName, span: 2 },
          {
            label: '学年与季节',
            children: `${schoolYearLabel(values.schoolYear)} ${Season.label(values.season)}`,
          },
          { label: '类别', children: PlanKind.label(values.kind) },
          { label: '筛查日期', children: `${values.startsOn} 至 ${values.endsOn}` },
          { label: '判定标准', children: values.profile.name },
          { label: '必检项目', children: itemsOf(values, 1) },
          { label: '选检项目', children: itemsOf(values, 2) },
        ]}
      />
      <Spin spinning={!preview}>
        {preview && preview.students === 0 && (
          <Alert type="warning" showIcon title="这个范围内还没有在校学生，请检查区域与学段" />
        )}
        {preview && <PreviewTables preview={preview} />}
      </Spin>
    </Flex>
  )
}

const itemsOf = ({ items }: PlanFormValues, type: number): string =>
  (Object.keys(PLAN_ITEMS) as PlanItem[])
    .filter((item) => items[item] === type)
    .map((item) => PLAN_ITEMS[item])
    .join('、') || '无'

const COUNT = { align: 'right', render: formatNumber } as const

function PreviewTables({ preview }: { preview: PlanPreview }) {
  return (
    <Flex vertical gap="middle">
      <Alert
        type="info"
        showIcon
        title={`共 ${formatNumber(preview.schools)} 所学校、${formatNumber(preview.classes)} 个班级、${formatNumber(preview.students)} 名在校学生`}
      />
      <Table
        size="small"
        pagination={false}
        rowKey="stage"
        dataSource={preview.byStage}
        columns={[
          { title: '学段', dataIndex: 'stage', render: SchoolStage.label },
          { title: '学校', dataIndex: 'schools', ...COUNT },
          { title: '班级', dataIndex: 'classes', ...COUNT },
          { title: '学生', dataIndex: 'students', ...COUNT },
        ]}
      />
      <Table
        size="small"
        pagination={preview.byArea.length > 15 ? { pageSize: 15, showSizeChanger: false } : false}
        rowKey="areaId"
        dataSource={preview.byArea}
        columns={[
          { title: '区域', dataIndex: 'areaName' },
          { title: '学校', dataIndex: 'schools', ...COUNT },
          { title: '学生', dataIndex: 'students', ...COUNT },
        ]}
      />
    </Flex>
  )
}
