// 告家长书: what will be done, before the screening.
import { A4, type Mark, text } from '../../print/drawing.ts'
import type { LetterSheet } from '../letter-schemas.ts'
import type { LetterContent } from '../template-schemas.ts'
import { type Block, fieldRow, INNER, LEFT, leadingOf, paragraphs, stack } from './flow.ts'
import { cutLine, sealBlock } from './result-letter.ts'

export function noticeBody(content: LetterContent, letter: LetterSheet, top: number, size: number): Block {
  const place = (y: number) => ({ x: LEFT, y, wide: INNER })
  return stack(top + 4, 4, [
    (y) => paragraphs(content.greeting, place(y), size + 1),
    (y) => paragraphs(content.opening, place(y), size + 1, { indent: true }),
    (y) => personRow(letter, y, size),
    (y) => paragraphs(content.closing, place(y), size + 1),
    (y) => paragraphs(content.footer, place(y), size),
    (y) => sealBlock(content.seal, letter.issuedOn, LEFT + INNER, y, size + 1),
  ])
}

function personRow({ schoolName, className, name, sex }: LetterSheet, y: number, size: number): Block {
  const high = leadingOf(size) + 3
  const fields = [
    { label: '学校', value: schoolName, wide: 70 },
    { label: '班级', value: className, wide: 45 },
    { label: '姓名', value: name, wide: 45, bold: true },
    { label: '性别', value: sex, wide: 18 },
  ]
  return { marks: fieldRow(fields, y, high, size), height: high }
}

export function noticeStrip(letter: LetterSheet, top: number): Mark[] {
  const rows = [
    [
      { label: '学校', value: letter.schoolName, wide: 60 },
      { label: '班级', value: letter.className, wide: 50 },
      { label: '姓名', value: letter.name, wide: 60 },
    ],
    [
      {
        label: '',
        value: '我已了解视力筛查的内容和用途：　□ 同意孩子参加　□ 不参加（原因：　　　　　　　　）',
        wide: 1,
      },
    ],
    [{ label: '', value: '孩子目前：　□ 不戴镜　□ 框架眼镜　□ 隐形眼镜　□ 夜戴角膜塑形镜', wide: 1 }],
    [{ label: '眼病史或正在治疗的情况', value: '', wide: 1 }],
    [
      { label: '家长签名', value: '', wide: 60 },
      { label: '联系电话', value: '', wide: 60 },
      { label: '日期', value: '', wide: 50 },
    ],
  ]
  return [
    ...cutLine('沿此线剪下，请在筛查前交回班主任', top),
    text(A4.short / 2, top + 8, '回　执', { size: 14, align: 'center', bold: true }),
    ...rows.flatMap((fields, nth) => fieldRow(fields, top + 11 + nth * 10, 10, 9.5)),
  ]
}
