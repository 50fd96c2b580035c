// A letter on one page of A4: as large as its words allow.
import { A4, type Mark, type Page, text } from '../../print/drawing.ts'
import { fitText } from '../../print/fit-text.ts'
import { fillFields, type LetterFieldValues } from '../letter-fields.ts'
import type { LetterSheet } from '../letter-schemas.ts'
import { LETTER_TEXT_NAMES, type LetterContent } from '../template-schemas.ts'
import { type Block, INNER, LEFT, RIGHT } from './flow.ts'
import { noticeBody, noticeStrip } from './notice-letter.ts'
import { resultBody, resultStrip } from './result-letter.ts'

const LARGEST = 10.5
const SMALLEST = 6.5
const STEP = 0.25
const BODY_TOP = 33
const STRIP_TOP = 222
const BODY_BOTTOM = { withStrip: STRIP_TOP - 4, without: A4.long - 16 }
const PAGE_NUMBER_AT = A4.long - 8

/** With the values of this child in the places of the fields. */
function filled(content: LetterContent, letter: LetterSheet): LetterContent {
  const values: LetterFieldValues = {
    地区: letter.areaName,
    学校: letter.schoolName,
    班级: letter.className,
    姓名: letter.name,
    性别: letter.sex,
    筛查日期: letter.result?.checkedOn ?? '',
    筛查机构: letter.executorName,
    筛查计划: letter.planName,
    就诊期限: letter.result?.dueOn ?? '',
  }
  const words = LETTER_TEXT_NAMES.map((name) => [name, fillFields(content[name], values)])
  return { ...content, ...Object.fromEntries(words) }
}

export function letterPage(template: LetterContent, letter: LetterSheet): Page {
  const content = filled(template, letter)
  const bottom = content.strip ? BODY_BOTTOM.withStrip : BODY_BOTTOM.without
  const strip = letter.result ? resultStrip : noticeStrip
  return {
    width: A4.short,
    height: A4.long,
    marks: [
      ...headMarks(content, letter),
      ...largestBody(content, letter, bottom - BODY_TOP).marks,
      ...(content.strip ? strip(letter, STRIP_TOP) : []),
      text(RIGHT, PAGE_NUMBER_AT, '第 1 页  共 1 页', { size: 8, align: 'right' }),
    ],
  }
}

function largestBody(content: LetterContent, letter: LetterSheet, room: number): Block {
  const body = letter.result ? resultBody : noticeBody
  for (let size = LARGEST; size > SMALLEST; size -= STEP) {
    const block = body(content, letter, BODY_TOP, size)
    if (block.height <= room) return block
  }
  return body(content, letter, BODY_TOP, SMALLEST)
}

function headMarks({ title }: LetterContent, letter: LetterSheet): Mark[] {
  const { areaName, planName, letterNo, corrected, result, schoolName } = letter
  const heading = fitText(title, INNER - 30, 0, { size: 19, least: 12 })
  const below = result ? `${areaName} · ${planName}　　编号 ${letterNo}` : `${areaName} · ${schoolName}`
  const fitted = fitText(below, INNER, 0, { size: 9.5, least: 6 })
  return [
    text(A4.short / 2, 21, heading.lines[0] ?? '', { size: heading.size, align: 'center', bold: true }),
    text(A4.short / 2, 28, fitted.lines[0] ?? '', { size: fitted.size, align: 'center' }),
    ...(corrected ? [text(LEFT, 21, '【已更正】', { size: 11, bold: true })] : []),
  ]
}
