// 登记表: who is to be examined, to be filled in by hand.
import type { ScreeningRow } from '../../exports/screening-row.ts'
import { blank, type FormColumn, GLASSES, PERSON, READINGS } from './columns.ts'

const byHand = (column: FormColumn<ScreeningRow>): FormColumn<ScreeningRow> => ({ ...column, cell: blank })

export const REGISTRATION_COLUMNS: readonly FormColumn<ScreeningRow>[] = [
  ...PERSON,
  ...[GLASSES, ...READINGS].map(byHand),
  { title: '备注（未检原因）', width: 20, cell: blank },
  { title: '家长签名', width: 15, cell: blank },
]
