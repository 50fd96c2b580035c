import type { PaperFormCode } from '#contract/print/paper-forms.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'

/** What the thread that writes paper is asked for. */
export type PaperOrder = { form: PaperFormCode; sheets: PaperSheet[] }
