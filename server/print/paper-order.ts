import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import type { PaperSheet } from '#contract/print/paper-schemas.ts'

/** What the thread that writes paper is asked for. */
export type PaperOrder = { form: PaperFormCode; sheets: PaperSheet[] }
