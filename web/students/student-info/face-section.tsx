import { Button, Flex, Switch, Typography } from 'antd'
import { useState } from 'react'
import { YesNo } from '#contract/core/codes.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatDateTime } from '#web/core/format.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { FileUpload, type UploadedFile } from '#web/widgets/file-upload.tsx'
import { FileSection } from '../history-parts/file-section.tsx'
import styles from './student-info.module.css'
import { useBrieflyShown } from './use-briefly-shown.ts'

const ConsentDialog = lazyPart(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

type Photo = OutputOf<typeof studentEndpoints.facePhoto>
type Props = { student: StudentDetail; onChanged: () => void }

/** The guardian's consent, and only with it a photo. */
export function FaceSection({ student, onChanged }: Props) {
  const { studentId, name, faceConsent } = student
  const consent = useDialog(ConsentDialog, { student, onRecorded: onChanged })
  // A new photo hides the old one.
  const [taken, setTaken] = useState(0)
  const handleTaken = () => {
    setTaken((count) => count + 1)
    onChanged()
  }
  return (
    <FileSection title="人脸照片">
      <Flex vertical gap="middle">
        <Flex gap="small" align="center" wrap>
          <Switch id="face-consent" checked={faceConsent} onChange={(given) => consent.show({ given })} />
          <label htmlFor="face-consent">监护人同意采集人脸照片</label>
          {!faceConsent && <Typography.Text type="secondary">取得并登记同意后才能采集</Typography.Text>}
        </Flex>
        {student.faceCollected === YesNo.code.yes && (
          <StoredPhoto key={taken} studentId={studentId} name={name} onChanged={onChanged} />
        )}
        {faceConsent && (
          <PhotoUpload
            studentId={studentId}
            again={student.faceCollected === YesNo.code.yes}
            onTaken={handleTaken}
          />
        )}
      </Flex>
      {consent.element}
    </FileSection>
  )
}

/** Every look at the photo is recorded, so it is fetched only on demand and cached nowhere. */
function StoredPhoto({
  studentId,
  name,
  onChanged,
}: {
  studentId: number
  name: string
  onChanged: () => void
}) {
  const look = useSend(studentEndpoints.facePhoto, {
    refreshes: [studentEndpoints.studentViewers],
    success: false,
  })
  const remove = useSend(studentEndpoints.removeFace, { success: '人脸照片已删除' })
  const shown = useBrieflyShown<Photo>()
  const handleLook = async () => {
    const answer = await look.send({ studentId })
    if (!answer.ok) return
    if (answer.data.photo) shown.show(answer.data)
    else {
      notifyWarning('没有照片，可能已被删除')
      onChanged()
    }
  }
  const handleRemove = async () => {
    const answer = await remove.send({ studentId })
    shown.hide()
    if (answer.ok) onChanged()
  }
  return (
    <Flex vertical gap="small" align="flex-start">
      {shown.value?.photo && (
        <>
          <img src={shown.value.photo} alt={`${name}的人脸照片`} className={styles.face} />
          <Typography.Text type="secondary">
            采集于 {formatDateTime(shown.value.takenAt)}，{shown.secondsLeft} 秒后隐藏
          </Typography.Text>
        </>
      )}
      <Flex gap="small">
        {shown.value ? (
          <Button onClick={shown.hide}>隐藏照片</Button>
        ) : (
          <Button loading={look.sending} onClick={handleLook}>
            查看照片
          </Button>
        )}
        <DeleteButton
          title={`删除“${name}”的人脸照片？`}
          description="删除后不能恢复，可以重新采集。"
          label="删除照片"
          onConfirm={handleRemove}
        />
      </Flex>
    </Flex>
  )
}

type UploadProps = { studentId: number; again: boolean; onTaken: () => void }

function PhotoUpload({ studentId, again, onTaken }: UploadProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  const handleChange = (next: UploadedFile[]) => {
    if (!next.some(({ status }) => status === 'done')) return setFiles(next)
    setFiles([])
    notifySuccess(again ? '人脸照片已更换' : '人脸照片已保存')
    onTaken()
  }
  return (
    <Flex vertical gap={4}>
      <Typography.Text>{again ? '更换照片' : '上传照片'}</Typography.Text>
      <FileUpload
        kind="image"
        path={studentEndpoints.uploadFace.path}
        params={{ studentId }}
        maxMb={studentEndpoints.uploadFace.upload?.maxMegabytes}
        maxCount={1}
        value={files}
        onChange={handleChange}
      />
    </Flex>
  )
}
