// Exports of spreadsheets: items, files at once or made in the background, data docking (spec §2, §3, §7).
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { checkExport } from './check-export.ts'
import {
  dockStudents,
  exportAudit,
  exportHealthCode,
  exportHealthRec,
  exportHealthText,
  exportHistory,
  exportNational,
  exportResults,
  exportSchools,
  exportStudents,
  exportUnitWarnings,
  exportWarnings,
} from './export-file.ts'
import {
  cancelExport,
  deleteExport,
  hideExport,
  listExportTasks,
  openExportFile,
  startExport,
} from './export-task.ts'
import { findSize, listItems } from './may-export.ts'

export const exportRoutes = implement(exportEndpoints, {
  exportItems: listItems,
  exportSize: findSize,
  exportStudents: { selfAudited: exportStudents },
  exportSchools: { selfAudited: exportSchools },
  exportHistory: { selfAudited: exportHistory },
  exportAudit: { selfAudited: exportAudit },
  exportResults: { selfAudited: exportResults },
  exportNational: { selfAudited: exportNational },
  exportWarnings: { selfAudited: exportWarnings },
  exportUnitWarnings: { selfAudited: exportUnitWarnings },
  exportHealthText: { selfAudited: exportHealthText },
  exportHealthCode: { selfAudited: exportHealthCode },
  exportHealthRec: { selfAudited: exportHealthRec },
  checkExport: { selfAudited: checkExport },
  startExport,
  exportProgress: listExportTasks,
  cancelExport,
  hideExport,
  deleteExport,
  exportFile: openExportFile,
  dockStudents: { selfAudited: dockStudents },
})
