// 登记表: who is to be examined, to be filled in by hand.
import type { ScreeningRow } from '../../exports/screening-row.ts'
import {
  BIRTH_DATE,
  blank,
  DOCUMENT,
  type FormColumn,
  GLASSES,
  NAME,
  NUMBER,
  READINGS,
  SEX,
  STUDENT_NO,
} from './columns.ts'

const byHand = (column: FormColumn<ScreeningRow>): FormColumn<ScreeningRow> => ({ ...column, cell: blank })

export const REGISTRATION_COLUMNS: readonly FormColumn<ScreeningRow>[] = [
  NUMBER,
  NAME,
  SEX,
  BIRTH_DATE,
  STUDENT_NO,
  DOCUMENT,
  ...[GLASSES, ...READINGS].map(byHand),
  { title: '备注（未检原因）', width: 20, cell: blank },
  { title: '家长签名', width: 15, cell: blank },
]
