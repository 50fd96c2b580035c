// Apart from the catalogue, which brings the columns and filters of every item along.
import { z } from 'zod'

/** Every item that can be exported, in the order of the dialog. */
export const EXPORT_KEYS = [
  'students',
  'schools',
  'history',
  'results',
  'national',
  'letters',
  'papers',
  'warnings',
  'unitWarnings',
  'audit',
  'healthText',
  'healthCode',
  'healthRec',
] as const
export const ExportKey = z.enum(EXPORT_KEYS)
export type ExportKey = z.infer<typeof ExportKey>
