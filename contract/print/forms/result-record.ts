// 结果记录表: what was measured and found.
import { YesNo } from '../../core/codes.ts'
import { refractionConclusion, visionConclusion } from '../../exports/conclusion-words.ts'
import type { ScreeningRow } from '../../exports/screening-row.ts'
import { RecordState } from '../../eyesight/record-schemas.ts'
import { warningWord } from '../../eyesight/warning-words.ts'
import { EQUIVALENTS, type FormColumn, GLASSES, PERSON, READINGS, remarkOf } from './columns.ts'

const isValid = ({ judgement }: ScreeningRow): boolean => judgement.state === RecordState.code.valid

export const RESULT_RECORD_COLUMNS: readonly FormColumn<ScreeningRow>[] = [
  ...PERSON,
  GLASSES,
  ...READINGS,
  ...EQUIVALENTS,
  { title: '视力结论', width: 17, cell: (row) => visionConclusion(row) ?? '' },
  { title: '屈光结论', width: 22, cell: (row) => refractionConclusion(row) ?? '' },
  {
    title: '是否有效',
    width: 9,
    cell: ({ blind, judgement }) => (blind ? '' : RecordState.label(judgement.state)),
  },
  {
    title: '预警级别',
    width: 10,
    cell: (row) => (isValid(row) ? warningWord(row.judgement.warningLevel) : ''),
  },
  {
    title: '建议就诊',
    width: 10,
    cell: (row) => (isValid(row) ? YesNo.label(row.judgement.referral ? YesNo.code.yes : YesNo.code.no) : ''),
  },
  { title: '备注（未检原因）', width: 16, cell: remarkOf },
]
