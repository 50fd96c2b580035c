import { Alert, Button, Card, Flex, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { InputOf } from '#contract/core/endpoint.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { LetterChoice, LetterKind } from '#contract/exports/letter-filter.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { letterPage } from '#contract/letters/layout/letter-page.ts'
import { IssueLetters, type LetterPack } from '#contract/letters/letter-schemas.ts'
import { PaperChoice } from '#contract/print/paper-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { PrintedPages } from '../parts/printed-pages.tsx'
import styles from '../print-bridge/print-bridge.module.css'

const LetterAddress = PaperChoice.partial().extend({
  kind: IssueLetters.shape.kind,
  choice: IssueLetters.shape.choice,
})
const WHAT = {
  result:
    '每名已检查的学生一份，一页 A4；带二维码，家长扫码并输入孩子的出生日期后可以查看和确认。生成即记为已打印，待处理的预警同时记为已通知。',
  notice: '筛查前发给名单上的每名学生，一页 A4，附家长回执。',
} as const

/** Letters are made when somebody asks for it: each gets its code, and printing is on record. */
export function Page() {
  const [{ planId, kind, choice, ...part }, setAddress] = useUrlState(LetterAddress)
  const [pack, setPack] = useState<LetterPack>()
  const issue = useSend(letterEndpoints.issueLetters, { success: false })
  const file = useSend(exportEndpoints.startExport, {
    refreshes: [exportEndpoints.exportProgress],
    success: '已开始在后台生成，完成后在控制台右下角的列表中下载',
  })
  if (planId === undefined) {
    return (
      <EmptyState
        title="没有选择要打印的学生"
        hint="请从班级筛查、任务详情或告知书回执中打开打印"
        action={<Link to="/eyesight/task-list">去筛查任务</Link>}
      />
    )
  }
  if (pack && pack.letters.length > 0) return <Letters kind={kind} pack={pack} />
  const given = { ...part, planId, kind, choice, origin: window.location.origin } as InputOf<
    typeof letterEndpoints.issueLetters
  >
  const handleIssue = async () => {
    const answer = await issue.send(given)
    if (answer.ok) setPack(answer.data)
  }
  const { studentIds, ...whole } = given
  return (
    <div className={styles.bridge}>
      <Typography.Title level={1} className={layout.text20}>
        打印告知书
      </Typography.Title>
      <Card>
        <Flex vertical gap="middle">
          <SelectRadio
            options={LetterKind.options}
            value={kind}
            onChange={(next: typeof kind) => setAddress({ kind: next })}
          />
          <Typography.Text type="secondary">{WHAT[kind]}</Typography.Text>
          {kind === 'result' && (
            <SelectRadio
              options={LetterChoice.options}
              value={choice}
              onChange={(next: typeof choice) => setAddress({ choice: next })}
            />
          )}
          {pack && <Alert type="info" showIcon title="按所选范围没有可以打印的告知书" />}
          <Flex gap="small">
            <Button type="primary" loading={issue.sending} onClick={() => void handleIssue()}>
              生成并预览
            </Button>
            {studentIds === undefined && (
              <Button
                loading={file.sending}
                onClick={() =>
                  void file.send({
                    ...whole,
                    item: 'letters',
                    reason: `发放${LetterKind.label(kind)}`,
                    personal: false,
                  })
                }
              >
                后台生成 PDF
              </Button>
            )}
          </Flex>
          <Typography.Text type="secondary">
            一个班适合直接打印；整个年级或学校请在后台生成 PDF，按班级排好，完成后可下载 24 小时。
          </Typography.Text>
        </Flex>
      </Card>
    </div>
  )
}

function Letters({ kind, pack: { letters, templates } }: { kind: keyof typeof WHAT; pack: LetterPack }) {
  const pages = useMemo(
    () =>
      letters.flatMap((letter, nth) => {
        const content = templates[letter.template]
        const label = `${LetterKind.label(kind)} ${letter.className} ${letter.name}`
        return content ? [{ key: String(nth), label, page: letterPage(content, letter) }] : []
      }),
    [letters, templates, kind],
  )
  const note = `${formatNumber(letters.length)} 份，共 ${formatNumber(pages.length)} 页，A4 纵向`
  return <PrintedPages title={LetterKind.label(kind)} note={note} pages={pages} />
}
