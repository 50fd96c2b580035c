// Import of spreadsheets (spec §4, §7 "Import").
import { UploadTaskKind } from '#contract/core/codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { applyTransferOfRow } from './roster/apply-transfer.ts'
import { correctRows } from './rows/correct-rows.ts'
import { findRowCells, listRows } from './rows/import-rows.ts'
import { makeErrorWorkbook } from './task/error-workbook.ts'
import { findResult } from './task/import-result.ts'
import {
  cancelImport,
  commitImport,
  deleteImport,
  findImport,
  hideImport,
  listImports,
  listProgress,
  recheckImport,
  undoImport,
} from './task/import-task.ts'
import { uploadDivision, uploadReadings, uploadRoster } from './task/upload-import.ts'
import { listTemplates, makeTemplate } from './template/template.ts'

export const importRoutes = implement(importEndpoints, {
  importRoster: uploadRoster,
  divideIntoClasses: uploadDivision,
  importScreening: uploadReadings(UploadTaskKind.code.screening),
  importCaries: uploadReadings(UploadTaskKind.code.caries),
  importProgress: listProgress,
  importTask: findImport,
  importList: listImports,
  readImport: findResult,
  hideImport,
  deleteImport,
  cancelImport,
  importRows: listRows,
  importRowCells: findRowCells,
  correctRows,
  commitImport,
  recheckImport,
  undoImport,
  applyTransferOfRow,
  errorWorkbook: makeErrorWorkbook,
  templateList: listTemplates,
  template: { selfAudited: makeTemplate },
})
