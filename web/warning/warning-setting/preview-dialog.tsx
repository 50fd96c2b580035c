import { Table, Typography } from 'antd'
import { type WarningRule, WarningScope } from '#contract/warning/rules.ts'
import type { SettingPreview } from '#contract/warning/setting-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import { ruleInWords } from './rule-rows.ts'

type Props = {
  preview: SettingPreview | undefined
  open: boolean
  rules: readonly WarningRule[]
  /** Undefined where there is nothing to save. */
  onSave: (() => void) | undefined
  saving: boolean
  onClose: () => void
}

/** What the rules would warn now, before they are saved. */
export function PreviewDialog({ preview, open, rules, onSave, saving, onClose }: Props) {
  return (
    <PageModal
      open={open}
      title="预览影响"
      width={620}
      okText="保存"
      cancelText={onSave ? '返回修改' : '关闭'}
      confirmLoading={saving}
      okButtonProps={onSave ? {} : { hidden: true }}
      onOk={onSave}
      onCancel={onClose}
    >
      {preview && (
        <>
          <Typography.Paragraph className={layout.text16}>
            将预警 <b>{formatNumber(preview.students)}</b> 名学生（现为 {formatNumber(preview.studentsNow)}
            ）、
            <b>{formatNumber(preview.units)}</b> 个单位（现为 {formatNumber(preview.unitsNow)}）
          </Typography.Paragraph>
          <Table
            size="small"
            rowKey="key"
            pagination={false}
            scroll={{ y: 320 }}
            dataSource={preview.rules}
            columns={[
              {
                title: '规则',
                render: (_, { key }) => {
                  const rule = rules.find((each) => each.key === key)
                  return rule ? ruleInWords(rule) : key
                },
              },
              {
                title: '将预警',
                width: 120,
                align: 'right',
                render: (_, { key, students, units }) =>
                  rules.find((each) => each.key === key)?.scope === WarningScope.code.student
                    ? `${formatNumber(students)} 人`
                    : `${formatNumber(units)} 个`,
              },
            ]}
          />
          <Typography.Paragraph type="secondary" className={layout.above12}>
            一名学生可以同时符合几条规则。保存后，本地区的预警按新规则重新判定。
          </Typography.Paragraph>
        </>
      )}
    </PageModal>
  )
}
