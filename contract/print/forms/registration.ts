// 登记表: who is to be examined, to be filled in by hand.
import type { PaperColumn } from '../table-layout.ts'
import { blank, type FormColumn, GLASSES, PERSON, type Person, READINGS } from './columns.ts'

const byHand = ({ cell: _cell, ...column }: PaperColumn & { cell: unknown }): FormColumn<Person> => ({
  ...column,
  cell: blank,
})

export const REGISTRATION_COLUMNS: readonly FormColumn<Person>[] = [
  ...PERSON,
  ...[GLASSES, ...READINGS].map(byHand),
  { title: '备注（未检原因）', width: 20, cell: blank },
  { title: '家长签名', width: 15, cell: blank },
]
