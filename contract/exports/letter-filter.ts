// Which letters to parents are wanted.
import { z } from 'zod'
import { codeEnum } from '../core/enums.ts'
import { ScreeningFilter } from './screening-filter.ts'

export const LetterKind = codeEnum({
  notice: ['notice', '告家长书'],
  result: ['result', '结果告知书'],
})
export type LetterKindCode = 'notice' | 'result'

/** Of several letters those that are not printed yet, or those whose result was changed since. */
export const LetterChoice = codeEnum({
  all: ['all', '全部'],
  unprinted: ['unprinted', '尚未打印的'],
  corrected: ['corrected', '已更正、须重新打印的'],
})

/** Where the code on a letter leads to, if the installation's settings do not say so. */
const Origin = z.string().regex(/^https?:\/\/[\w.:[\]-]{1,100}$/, '地址有误')

export const LetterFilter = ScreeningFilter.extend({
  kind: LetterKind.query.default('result'),
  choice: LetterChoice.query.default('all'),
  origin: Origin,
})
export type LetterFilter = z.output<typeof LetterFilter>

/** A printer, and a person who carries the paper, can cope with so many; more are several files. */
export const LETTER_PAGES_OF_A_FILE = 2_000
