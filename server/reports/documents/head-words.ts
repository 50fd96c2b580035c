// Where the heading of a column may be broken: between its words, which have two signs unless named here.
import { wrapText } from '#contract/reports/chart/wrap-text.ts'

const WORDS = /（[^）]*）|有结果的|未矫与|未分度|已登记|幼儿园|占近视|学校数|眼镜|[!-~]+|[^!-~（]{2}|[^!-~]/gu

/** 高度近视率 → 高度, 近视率: a single sign belongs to the word before it. */
export function headWords(title: string): string[] {
  const words: string[] = []
  for (const [word] of title.matchAll(WORDS)) {
    const last = words.length - 1
    if (last >= 0 && isSingle(word)) words[last] += word
    else words.push(word)
  }
  return words
}

const isSingle = (word: string): boolean => [...word].length === 1 && !/[!-~]/.test(word)

type Measure = (text: string) => number

/** The heading in lines that fit; a word is cut only where it alone is too wide. */
export function headLines(title: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of title.split('\n').flatMap(headWords)) {
    const last = lines.length - 1
    if (last >= 0 && measure(lines[last] + word) <= width) lines[last] += word
    else lines.push(word)
  }
  return lines.flatMap((line) => (measure(line) <= width ? [line] : wrapText(line, width, measure)))
}

/** The narrowest room in which the heading takes no more than so many lines. */
export function headWidth(title: string, most: number, measure: Measure): number {
  const words = headWords(title)
  const widest = Math.max(0, ...words.map(measure))
  const rooms = words
    .flatMap((_, from) =>
      words.slice(from).map((__, length) => measure(words.slice(from, from + length + 1).join(''))),
    )
    .filter((room) => room >= widest)
    .sort((one, other) => one - other)
  return rooms.find((room) => headLines(title, room, measure).length <= most) ?? widest
}
