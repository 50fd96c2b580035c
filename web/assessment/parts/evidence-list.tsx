import {
  FileExcelOutlined,
  FileImageOutlined,
  FilePdfOutlined,
  FileWordOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button, Flex, Progress, Typography, Upload } from 'antd'
import type { ReactNode } from 'react'
import type { EvidenceFile, EvidenceType } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { FILES_MOST } from '#contract/assessment/indicators.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './evidence-list.module.css'
import { EVIDENCE_ACCEPT, EVIDENCE_HINT, kindOf, sizeText } from './evidence-text.ts'
import type { EvidenceUploads, Uploading } from './use-evidence-uploads.ts'
import { useOpenEvidence } from './use-open-evidence.ts'

type Props = {
  applicationId: number
  files: readonly EvidenceFile[]
  /** Files can be added and removed. */
  editing?: { leafKey: string; leafName: string; uploads: EvidenceUploads }
  /** In a narrow column: who uploaded what is said on hover alone. */
  compact?: boolean
}

const ICONS: Record<string, ReactNode> = {
  图片: <FileImageOutlined />,
  PDF: <FilePdfOutlined />,
  Word: <FileWordOutlined />,
  Excel: <FileExcelOutlined />,
} satisfies Record<ReturnType<typeof kindOf>, ReactNode>

/** The evidence of one indicator. */
export function EvidenceList({ applicationId, files, editing, compact = false }: Props) {
  const opened = useOpenEvidence(applicationId, files)
  const uploading = editing?.uploads.list.filter(({ leafKey }) => leafKey === editing.leafKey) ?? []
  return (
    <div>
      {files.length + uploading.length === 0 && !editing && (
        <Typography.Text type="secondary">没有佐证材料</Typography.Text>
      )}
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.fileId} className={styles.file}>
            <FileIcon type={file.type} />
            <LinkButton
              className={styles.name}
              title={compact ? `${file.name}（${detailsOf(file)}）` : file.name}
              loading={opened.fetching === file.fileId}
              onClick={() => opened.open(file)}
            >
              <span className={styles.nameText}>{file.name}</span>
            </LinkButton>
            {!compact && <span className={styles.details}>{detailsOf(file)}</span>}
            <LinkButton aria-label={`下载${file.name}`} onClick={() => opened.save(file)}>
              下载
            </LinkButton>
            {editing && <RemoveFile applicationId={applicationId} file={file} />}
          </li>
        ))}
        {editing && uploading.map((row) => <UploadingRow key={row.id} row={row} uploads={editing.uploads} />)}
      </ul>
      {editing && <AddFiles {...editing} count={files.length + uploading.length} />}
      {opened.element}
    </div>
  )
}

const detailsOf = ({ type, bytes, uploadedBy, uploadedAt }: EvidenceFile): string =>
  `${kindOf(type)} · ${sizeText(bytes)} · ${uploadedBy} 上传于 ${formatDateTime(uploadedAt)}`

const FileIcon = ({ type }: { type: EvidenceType }) => (
  <span className={styles.icon} aria-hidden>
    {ICONS[kindOf(type)]}
  </span>
)

function RemoveFile({ applicationId, file }: { applicationId: number; file: EvidenceFile }) {
  const remove = useSend(assessmentEndpoints.removeAssessEvidence, {
    refreshes: [assessmentEndpoints.assessApplication, assessmentEndpoints.assessApplicationPage],
    success: '已删除',
  })
  return (
    <DeleteButton
      link
      title={`删除“${file.name}”？`}
      description="删除后不能恢复，需要时请重新上传"
      onConfirm={() => remove.send({ applicationId, fileId: file.fileId })}
    />
  )
}

function UploadingRow({ row, uploads }: { row: Uploading; uploads: EvidenceUploads }) {
  const { id, file, sent, fault, passing } = row
  return (
    <li className={styles.file}>
      <span className={styles.nameText}>{file.name}</span>
      {fault === null ? (
        <Progress percent={Math.round(sent * 100)} size="small" className={styles.progress} />
      ) : (
        <Typography.Text type="danger" role="alert" className={styles.details}>
          未上传：{fault}
        </Typography.Text>
      )}
      {passing && fault !== null && <LinkButton onClick={() => uploads.retry(id)}>重试</LinkButton>}
      <LinkButton onClick={() => uploads.drop(id)}>{fault === null ? '取消' : '移除'}</LinkButton>
    </li>
  )
}

function AddFiles({ leafKey, leafName, uploads, count }: NonNullable<Props['editing']> & { count: number }) {
  const room = FILES_MOST - count
  const add = (files: readonly File[]) => {
    if (files.length > room) notifyWarning(`每个指标最多${FILES_MOST}个文件，多出的没有上传`)
    uploads.add(leafKey, files.slice(0, Math.max(0, room)))
  }
  return (
    <Flex gap="small" align="center" wrap>
      <Upload
        accept={EVIDENCE_ACCEPT}
        multiple
        showUploadList={false}
        disabled={room <= 0}
        // Called once for each file of a choice; the whole choice is taken with the first of them.
        beforeUpload={(file, all) => {
          if (file === all[0]) add(all)
          return false
        }}
      >
        <Button
          size="small"
          icon={<UploadOutlined />}
          disabled={room <= 0}
          aria-label={`为“${leafName}”上传文件`}
        >
          上传文件
        </Button>
      </Upload>
      <Typography.Text type="secondary" className={styles.hint}>
        {room <= 0 ? `已有${FILES_MOST}个文件，删除后才能再上传` : EVIDENCE_HINT}
      </Typography.Text>
    </Flex>
  )
}
