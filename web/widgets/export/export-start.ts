import { useState } from 'react'
import type { Endpoint, InputOf } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { showImportList } from '../import/task-list/import-started.ts'
import type { ExportGiven } from './export-size.ts'

const FILES: Record<ExportKey, Endpoint> = {
  students: exportEndpoints.exportStudents,
  schools: exportEndpoints.exportSchools,
  history: exportEndpoints.exportHistory,
  results: exportEndpoints.exportResults,
  national: exportEndpoints.exportNational,
  letters: exportEndpoints.startExport,
  papers: exportEndpoints.startExport,
  warnings: exportEndpoints.exportWarnings,
  unitWarnings: exportEndpoints.exportUnitWarnings,
  audit: exportEndpoints.exportAudit,
  healthText: exportEndpoints.exportHealthText,
  healthCode: exportEndpoints.exportHealthCode,
  healthRec: exportEndpoints.exportHealthRec,
}
type StartInput = InputOf<typeof exportEndpoints.startExport>
type Options = { reason: string; personal: boolean }

/** Fetches a file at once, or has it made in the background and opens the list of tasks. */
export function useExportStart(key: ExportKey | undefined, given: ExportGiven) {
  const file = useDownload(FILES[key ?? 'students'], '文件已下载')
  const background = useSend(exportEndpoints.startExport, {
    refreshes: [exportEndpoints.exportProgress],
    success: '已开始在后台生成，可在右下角列表中查看并下载',
  })
  const [tooMany, setTooMany] = useState(false)
  const send = async (options: Options, large: boolean): Promise<boolean> => {
    if (!key) return false
    const input = { ...given, ...options }
    if (!large) return file.download(input)
    const started = await background.send({ ...input, item: key } as StartInput)
    if (started.ok) showImportList()
    else setTooMany(started.error.code === REFUSALS.tooManyOpenExports)
    return started.ok
  }
  return { send, tooMany, underWay: file.downloading || background.sending }
}
