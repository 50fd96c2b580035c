// Reports of fixed kinds, and custom ones.
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findAreaReport } from './area-report.ts'
import { openClassReport } from './class-report.ts'
import { findContrastReport } from './contrast/contrast-report.ts'
import { previewDesign } from './design/design-report.ts'
import {
  deleteDesign,
  findDesign,
  findDesignReport,
  listDesigns,
  renameDesign,
  saveDesign,
  shareDesign,
} from './design/saved-design.ts'
import { downloadReport } from './download-report.ts'
import { freezeReport } from './frozen/freeze-report.ts'
import { findFrozenChanges, listFrozen, openFrozen, withdrawReport } from './frozen/frozen-report.ts'
import { findGradeReport } from './grade-report.ts'
import { findOwnText, saveOwnText } from './own-text/own-text.ts'
import { findSchoolReport } from './school-report.ts'

export const reportRoutes = implement(reportEndpoints, {
  provinceReport: findAreaReport('province'),
  cityReport: findAreaReport('city'),
  regionReport: findAreaReport('region'),
  schoolReport: findSchoolReport,
  gradeReport: findGradeReport,
  classReport: { selfAudited: openClassReport },
  contrastReport: findContrastReport,
  downloadReport: { selfAudited: downloadReport },
  ownText: findOwnText,
  saveOwnText,
  freezeReport: { selfAudited: freezeReport },
  frozenList: listFrozen,
  frozenReport: openFrozen,
  frozenChanges: { selfAudited: findFrozenChanges },
  withdrawReport,
  designReport: findDesignReport,
  designPreview: previewDesign,
  designList: listDesigns,
  designDetail: findDesign,
  saveDesign,
  renameDesign,
  shareDesign,
  deleteDesign,
})
