// Letters to parents.
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { acknowledgeLetter, openLetter } from './family.ts'
import { issueLetters } from './issue-letters.ts'
import { findPreview } from './preview.ts'
import { findTemplate, saveTemplate } from './template.ts'
import { listLetterClasses, listLetterStudents, remindFamilies, withdrawLetters } from './tracking.ts'

export const letterRoutes = implement(letterEndpoints, {
  letterTemplate: findTemplate,
  saveLetterTemplate: saveTemplate,
  letterPreview: findPreview,
  issueLetters,
  letterClasses: listLetterClasses,
  letterStudents: listLetterStudents,
  withdrawLetters,
  remindFamilies,
  openLetter: { selfAudited: openLetter },
  acknowledgeLetter: { selfAudited: acknowledgeLetter },
})
