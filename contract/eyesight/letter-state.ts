import { codeEnum } from '../core/enums.ts'

/** What became of the letter about a result; apart from letters, which stand below warnings. */
export const LetterState = codeEnum({
  none: ['none', '未打印'],
  printed: ['printed', '已打印'],
  opened: ['opened', '家长已查看'],
  acknowledged: ['acknowledged', '家长已知晓'],
})
