import { IMPORT_ROW_CODE_OTHER, importRowMessage } from '#contract/core/import-codes.ts'
import { type CellValue, cellText } from './cell-values.ts'

/** Rows of a file that state the same: the first, the last, and how many. */
export type SameRows = { first: number; last: number; count: number }

export const sameRowsText = ({ first, last, count }: SameRows): string =>
  count === 2 ? `第 ${first}、${last} 行` : `第 ${first} 行等 ${count} 行`

/** Something wrong with a row: its code (spec §5), the column by its key, and what differs from the usual text. */
export type Issue = {
  code: number
  key: string | null
  message?: string
  advice?: string
  /** Another row of the file states the same. */
  repeat?: boolean
  /** Which rows those are. */
  sameRows?: SameRows
  /** Tells that somebody in another school has this number: who finds out many of them is looking for children. */
  foreign?: boolean
  /** Tells that a number is nobody's on the list: who finds out many of them is trying numbers out. */
  missed?: boolean
}

/** What to do about a code, said to the person who made the sheet. */
const ADVICE: Record<number, string> = {
  10: '请填写学校全称',
  20: '请填写所选学校的全称，其他学校的学生请另行导入',
  30: '请填写学段，如 小学',
  40: '请填写与所选一致的学段',
  50: '请填写护照、通行证或居住证号',
  60: '请填写入学年份，如 2024',
  70: '请填写学校已有班级的入学年份，如 2024，或年级名称',
  80: '请填写班级，如 1班',
  90: '该学年没有这个班级，请更正，或先在学生管理中新增班级',
  100: '请填写姓名',
  110: '请填写 男 或 女',
  120: '请核对学籍号，全国学籍号为 G、L 或 J 加身份证号',
  130: '请填写出生日期，如 2016-03-09',
  140: '请核对出生日期，写作 2016-03-09',
  150: '请填写身份证号',
  160: '请核对 15 位或 18 位身份证号',
  170: '该生已有筛查结果，姓名等身份信息不能用导入覆盖，请在学生档案中更正',
  180: '请填写 男 或 女，并与身份证号一致',
  190: '该号码已有学生使用；如学生从他校转来，请申请转学',
  200: '已有相同的学生；如学生从他校转来，请申请转学',
  210: '请填写 11 位手机号',
  220: '请把姓名缩短到 15 个字以内',
  230: '请把家长姓名缩短到 15 个字以内',
  240: '请把籍贯缩短到 10 个字以内',
  250: '请填写民族名称，如 汉族',
  260: '姓名为 2-15 个中文或英文字符',
  270: '家长姓名为 2-15 个中文或英文字符',
  [IMPORT_ROW_CODE_OTHER]: '请更正后重新导入',
}

export const LOST_DIGITS = '单元格为数字格式，Excel 已丢失末位'
export const LOST_DIGITS_ADVICE = '请把该列设为文本格式后重新填写完整号码'

export function issueMessage({ code, message = importRowMessage(code), sameRows }: Issue): string {
  return sameRows ? `${message}（${sameRowsText(sameRows)}）` : message
}
export const issueAdvice = (issue: Issue): string =>
  issue.advice ?? ADVICE[issue.code] ?? ADVICE[IMPORT_ROW_CODE_OTHER] ?? ''

/** A row by the keys of its columns. */
export type RowCells = ReadonlyMap<string, CellValue>

/** Collects what is wrong with one row. */
export class RowCheck {
  readonly issues: Issue[] = []
  readonly #cells: RowCells
  constructor(cells: RowCells) {
    this.#cells = cells
  }

  cell(key: string): CellValue | undefined {
    return this.#cells.get(key)
  }

  text(key: string): string {
    return cellText(this.#cells.get(key))
  }

  /** The same fault is reported once. */
  add(code: number, key: string | null, more: Pick<Issue, 'message' | 'advice'> = {}): void {
    if (!this.issues.some((issue) => issue.code === code && issue.key === key)) {
      this.issues.push({ code, key, ...more })
    }
  }

  other(key: string | null, message: string, advice?: string): void {
    this.issues.push({ code: IMPORT_ROW_CODE_OTHER, key, message, advice })
  }

  /** What stands in a cell that must not be empty. */
  required(key: string, code: number): string {
    const text = this.text(key)
    if (text === '') this.add(code, key)
    return text
  }
}
