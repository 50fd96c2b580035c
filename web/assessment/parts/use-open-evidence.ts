import { useState } from 'react'
import { type EvidenceFile, isPicture } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { ApiError } from '#web/core/api/call.ts'
import { fetchFile, openFile, saveFile } from '#web/core/api/download.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { notifyError } from '#web/core/notice.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'

const PictureDialog = lazyPart(async () => (await import('./picture-dialog.tsx')).PictureDialog)
const PDF = 'application/pdf'

/** Shows a file of an application: a picture in a dialog, a PDF in a tab of its own; others are saved. */
export function useOpenEvidence(applicationId: number, files: readonly EvidenceFile[]) {
  const [fetching, setFetching] = useState<string>()
  const pictures = files.filter(({ type }) => isPicture(type))
  const dialog = useDialog(PictureDialog)

  const fetchAnd = async (file: EvidenceFile, show: typeof openFile) => {
    setFetching(file.fileId)
    try {
      const { content } = await fetchFile(assessmentEndpoints.assessEvidence, {
        applicationId,
        fileId: file.fileId,
      })
      show(file.name, new Blob([content], { type: file.type }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.silent) notifyError(error.message)
    } finally {
      setFetching(undefined)
    }
  }
  return {
    open: (file: EvidenceFile) => {
      if (isPicture(file.type)) dialog.show({ applicationId, pictures, first: file.fileId })
      else void fetchAnd(file, file.type === PDF ? openFile : saveFile)
    },
    save: (file: EvidenceFile) => void fetchAnd(file, saveFile),
    /** The file that is on its way. */
    fetching,
    element: dialog.element,
  }
}
