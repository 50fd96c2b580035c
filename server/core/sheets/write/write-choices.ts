import { columnLetters, type OutColumn, type OutSheet } from './write-model.ts'
import { cleanText, escapeAttribute, escapeText } from './write-text.ts'

/** Rows below the header that offer the drop-down. */
const CHOICE_ROWS = 5_000
const PROMPT_TITLE_MAX = 32
const PROMPT_MAX = 255

/** Lists stand on a sheet of their own: written into the rule itself they may have 255 characters and no commas. */
export class ChoiceLists {
  readonly #lists = new Map<string, readonly string[]>()
  #sheetName = ''

  constructor(sheets: readonly OutSheet[]) {
    for (const column of sheets.flatMap(({ plain, columns }) => (plain ? [] : columns))) {
      const list = listOf(column)
      if (list.length > 0) this.#lists.set(JSON.stringify(list), list)
    }
  }

  get isEmpty(): boolean {
    return this.#lists.size === 0
  }

  /** The sheet gets its final name when all sheets are known. */
  set sheetName(name: string) {
    this.#sheetName = name
  }

  sheet(): OutSheet {
    const lists = [...this.#lists.values()]
    const height = Math.max(...lists.map((list) => list.length))
    return {
      name: '选项',
      hidden: true,
      plain: true,
      columns: lists.map(() => ({ title: '', width: 20, format: 'text' })),
      rows: Array.from({ length: height }, (_, row) => lists.map((list) => list[row] ?? null)),
    }
  }

  /** Reference to the cells of the column's list. */
  formulaOf(column: OutColumn): string | null {
    const key = JSON.stringify(listOf(column))
    const index = [...this.#lists.keys()].indexOf(key)
    if (index < 0) return null
    const letters = columnLetters(index)
    const name = this.#sheetName.replaceAll("'", "''")
    return `'${name}'!$${letters}$1:$${letters}$${this.#lists.get(key)?.length}`
  }
}

function listOf({ choices = [] }: OutColumn): string[] {
  return [...new Set(choices.map((choice) => cleanText(choice)).filter((choice) => choice !== ''))]
}

/** Rules of a sheet whose header stands in `headerRow`: drop-downs below it, hints on it. */
export function validationsXml(columns: readonly OutColumn[], headerRow: number, lists: ChoiceLists): string {
  const rules = columns.flatMap((column, index) => {
    const letters = columnLetters(index)
    const formula = lists.formulaOf(column)
    return [
      ...(column.note ? [promptXml(column.title, column.note, `${letters}${headerRow}`)] : []),
      ...(formula
        ? [listXml(formula, `${letters}${headerRow + 1}:${letters}${headerRow + CHOICE_ROWS}`)]
        : []),
    ]
  })
  return rules.length === 0
    ? ''
    : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

function promptXml(title: string, note: string, cells: string): string {
  const heading = escapeAttribute(cleanText(title, PROMPT_TITLE_MAX))
  const prompt = escapeAttribute(cleanText(note, PROMPT_MAX))
  return `<dataValidation allowBlank="1" showInputMessage="1" promptTitle="${heading}" prompt="${prompt}" sqref="${cells}"/>`
}

function listXml(formula: string, cells: string): string {
  return `<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="填写有误" error="请从下拉列表中选择" sqref="${cells}"><formula1>${escapeText(formula)}</formula1></dataValidation>`
}
