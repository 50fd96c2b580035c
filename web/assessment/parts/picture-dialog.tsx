import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Flex, Skeleton, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { EvidenceFile } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { ApiError } from '#web/core/api/call.ts'
import { fetchFile, saveFile } from '#web/core/api/download.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import styles from './evidence-list.module.css'

type Props = DialogProps & {
  applicationId: number
  pictures: readonly EvidenceFile[]
  /** The one that was pressed. */
  first: string
}

/** One picture of an indicator after the other. */
export function PictureDialog({ open, onClose, onClosed, applicationId, pictures, first }: Props) {
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pictures.findIndex(({ fileId }) => fileId === first),
    ),
  )
  const shown = pictures[at]
  if (!shown) return null
  return (
    <PageModal
      open={open}
      title={shown.name}
      width={880}
      footer={null}
      mask={{ closable: true }}
      onCancel={onClose}
      afterClose={onClosed}
    >
      <Picture key={shown.fileId} applicationId={applicationId} file={shown} />
      {pictures.length > 1 && (
        <Flex gap="small" align="center" justify="center">
          <Button
            aria-label="上一张"
            icon={<LeftOutlined />}
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          />
          <Typography.Text type="secondary">
            {at + 1} / {pictures.length}
          </Typography.Text>
          <Button
            aria-label="下一张"
            icon={<RightOutlined />}
            disabled={at === pictures.length - 1}
            onClick={() => setAt(at + 1)}
          />
        </Flex>
      )}
    </PageModal>
  )
}

type Loaded = { content: Blob; address: string } | { fault: string }

function Picture({ applicationId, file }: { applicationId: number; file: EvidenceFile }) {
  const [tries, setTries] = useState(0)
  const loaded = usePicture(applicationId, file, tries)
  if (loaded === undefined) return <Skeleton.Node active className={styles.waiting} />
  if ('fault' in loaded) {
    return (
      <EmptyState
        title="图片没有取得"
        hint={loaded.fault}
        action={<Button onClick={() => setTries(tries + 1)}>重试</Button>}
      />
    )
  }
  return (
    <figure className={styles.picture}>
      <img alt={file.name} src={loaded.address} />
      <figcaption>
        <Button type="link" onClick={() => saveFile(file.name, loaded.content)}>
          下载原图
        </Button>
      </figcaption>
    </figure>
  )
}

/** Its content under an address of the page, for as long as it is shown. */
function usePicture(applicationId: number, { fileId, type }: EvidenceFile, tries: number) {
  const [loaded, setLoaded] = useState<Loaded & { tries: number }>()
  useEffect(() => {
    const leaving = new AbortController()
    let address: string | undefined
    const input = { applicationId, fileId }
    fetchFile(assessmentEndpoints.assessEvidence, input, leaving.signal)
      .then(({ content }) => {
        if (leaving.signal.aborted) return
        address = URL.createObjectURL(new Blob([content], { type }))
        setLoaded({ content, address, tries })
      })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (!error.silent) setLoaded({ fault: error.message, tries })
      })
    return () => {
      leaving.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [applicationId, fileId, type, tries])
  return loaded?.tries === tries ? loaded : undefined
}
