// Import of spreadsheets (spec §4, §7 "Import").
import { UploadTaskKind } from '#contract/core/codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { applyTransferOfRow } from './apply-transfer.ts'
import { correctRows } from './correct-rows.ts'
import { makeErrorWorkbook } from './error-workbook.ts'
import { findResult } from './import-result.ts'
import { findRowCells, listRows } from './import-rows.ts'
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
} from './import-task.ts'
import { listTemplates, makeTemplate } from './template.ts'
import { uploadDivision, uploadReadings, uploadRoster } from './upload-import.ts'

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
  template: makeTemplate,
})
