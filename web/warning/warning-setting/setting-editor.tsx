import { PlusOutlined } from '@ant-design/icons'
import { Button, Tabs, Tag, Typography } from 'antd'
import { useState } from 'react'
import { DataRangeType } from '#contract/core/codes.ts'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { type WarningRule, WarningScope, type WarningScopeCode } from '#contract/warning/rules.ts'
import type { SettingPreview, SettingState } from '#contract/warning/setting-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { Panel } from '#web/widgets/panel.tsx'
import { AddRuleDialog } from './add-rule-dialog.tsx'
import { ChangedNote } from './changed-note.tsx'
import type { Draft } from './drafts.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import { ReviewNote } from './review-note.tsx'
import { changeRule, isSameSet, type RuleRow, removeRule, rowsOf } from './rule-rows.ts'
import { RuleTable } from './rule-table.tsx'
import { VersionsDrawer } from './versions-drawer.tsx'
import styles from './warning-setting.module.css'

type Props = {
  state: SettingState
  /** What is changed and not saved. */
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}
type Previewed = { of: readonly WarningRule[]; found: SettingPreview }

export function SettingEditor({ state, draft, onDraft }: Props) {
  const [scope, setScope] = useState<WarningScopeCode>(WarningScope.code.student)
  const [previewed, setPreviewed] = useState<Previewed>()
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const preview = useSend(warningEndpoints.previewWarningSetting, { success: false })
  const save = useSend(warningEndpoints.saveWarningSetting, {
    refreshes: [warningEndpoints.warningSetting, warningEndpoints.warningReview],
    success: false,
  })
  const isOfDistrict = useSession().user?.dataRangeType === DataRangeType.code.region
  const own = draft?.rules ?? state.own
  const version = draft?.version ?? state.version
  const isOvertaken = version !== state.version
  const rows = rowsOf(state.above, own, state.top)
  const scopes = scopesOf(isOfDistrict, own)
  const faulty = rows.filter(({ fault }) => fault !== undefined)
  const current = previewed && isSameSet(previewed.of, own) ? previewed.found : undefined
  const maySave = draft !== undefined && faulty.length === 0 && !isOvertaken

  const change = (rules: readonly WarningRule[]) =>
    onDraft(isSameSet(rules, state.own) && !isOvertaken ? undefined : { rules, version })
  const add = useDialog(AddRuleDialog, {
    onAdd: (rule: WarningRule) => {
      setScope(rule.scope)
      change([...own, rule])
    },
  })
  const versions = useDialog(VersionsDrawer, { versions: state.versions, onRestore: change })

  const showPreview = async () => {
    const sent = await preview.send({ rules: [...own] })
    if (!sent.ok) return
    setPreviewed({ of: own, found: sent.data })
    setPreviewOpen(true)
  }
  const saveNow = async () => {
    const sent = await save.send({ version, rules: [...own] })
    setPreviewOpen(false)
    if (!sent.ok) return
    onDraft(undefined)
    notifySuccess(`已保存为第 ${version + 1} 版`)
  }
  return (
    <Panel>
      <div className={styles.head}>
        <Typography.Text strong className={layout.text16}>
          {state.areaName}
        </Typography.Text>
        {state.version === 0 ? (
          <Tag>沿用{state.aboveName}</Tag>
        ) : (
          <Tag color="success">第 {state.version} 版</Tag>
        )}
        <Typography.Text type="secondary">
          {state.top ? '可以修改平台默认的规则' : `在${state.aboveName}规则的基础上只能更严，不能放宽`}
          {!isOfDistrict && '；对下级同样有效'}
        </Typography.Text>
        <Button className={layout.toTheEnd} onClick={() => versions.show()}>
          历次版本（{state.versions.length}）
        </Button>
        <Button icon={<PlusOutlined />} onClick={() => add.show({ scope, scopes })}>
          新增规则
        </Button>
      </div>
      <Tabs
        activeKey={String(scope)}
        onChange={(key) => setScope(WarningScope.query.parse(key))}
        items={scopes.map(({ value, label }) => ({
          key: String(value),
          label: tabLabel(label, ofScope(rows, value)),
        }))}
      />
      {isOvertaken && (
        <ChangedNote
          latest={state.versions[0]}
          onVersions={() => versions.show()}
          onTake={() => onDraft(undefined)}
          onInsist={() => onDraft({ rules: own, version: state.version })}
        />
      )}
      <RuleTable
        key={scope}
        rows={ofScope(rows, scope)}
        aboveName={state.aboveName}
        top={state.top}
        preview={current}
        onChange={(row, patch) => change(changeRule(own, row, patch))}
        onRemove={({ rule }) => change(removeRule(own, rule.key))}
      />
      <div className={styles.foot}>
        <Button
          type="primary"
          loading={save.sending}
          disabled={!maySave}
          onClick={() => void (current ? saveNow() : showPreview())}
        >
          保存
        </Button>
        <Button loading={preview.sending} disabled={faulty.length > 0} onClick={() => void showPreview()}>
          预览影响
        </Button>
        {draft && (
          <Button type="link" onClick={() => onDraft(undefined)}>
            放弃修改
          </Button>
        )}
        {faulty.length > 0 ? (
          <Typography.Text type="danger">{faulty.length} 条规则有误，修改后才能保存</Typography.Text>
        ) : (
          draft && <Typography.Text type="secondary">有未保存的修改</Typography.Text>
        )}
        <ReviewNote />
      </div>
      <PreviewDialog
        open={isPreviewOpen}
        preview={current}
        rules={rows.map(({ rule }) => rule)}
        onSave={maySave ? () => void saveNow() : undefined}
        saving={save.sending}
        onClose={() => setPreviewOpen(false)}
      />
      {add.element}
      {versions.element}
    </Panel>
  )
}

/** A district has no cities to warn of. */
const scopesOf = (isOfDistrict: boolean, own: readonly WarningRule[]) =>
  WarningScope.options.filter(
    ({ value }) =>
      value !== WarningScope.code.city || !isOfDistrict || own.some((rule) => rule.scope === value),
  )

const ofScope = (rows: readonly RuleRow[], scope: WarningScopeCode): RuleRow[] =>
  rows.filter(({ rule }) => rule.scope === scope)

function tabLabel(label: string, rows: readonly RuleRow[]): string {
  const isFaulty = rows.some(({ fault }) => fault !== undefined)
  return `${label} ${rows.length}${isFaulty ? '（有误）' : ''}`
}
