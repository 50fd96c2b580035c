// Forms on paper (spec §2 "Print pages under /print").
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { countChosen } from './paper-choice.ts'
import { sendPaperFile } from './paper-file.ts'
import { findShownSheets } from './paper-sheets.ts'

export const paperRoutes = implement(paperEndpoints, {
  paperStudents: countChosen,
  paperSheets: findShownSheets,
  paperFile: { selfAudited: sendPaperFile },
})
