// 结果告知书: who, the readings (right before left), what they were before, what follows, what to do.
import { A4, line, type Mark, text } from '../../print/drawing.ts'
import { widthOf } from '../../print/fit-text.ts'
import type { LetterEye, LetterPast, LetterResult, LetterSheet } from '../letter-schemas.ts'
import { TICKET_LENGTH } from '../letter-schemas.ts'
import type { LetterContent } from '../template-schemas.ts'
import { dayInWords, shortDayInWords } from './days.ts'
import {
  type Block,
  fieldRow,
  INNER,
  inBox,
  LEFT,
  leadingOf,
  paragraphs,
  RIGHT,
  rectangle,
  stack,
} from './flow.ts'

const GAP = 3
const CODE_SIZE = 27
const CODE_COLUMN = 40

export function resultBody(content: LetterContent, letter: LetterSheet, top: number, size: number): Block {
  const { result } = letter
  if (!result) return { marks: [], height: 0 }
  return stack(top, GAP, [
    (y) => personBlock(letter, result, y, size),
    (y) => paragraphs(`${content.greeting}${content.opening}`, { x: LEFT, y, wide: INNER }, size),
    (y) => eyesBlock(result, y, size),
    (y) => historyBlock(result.history, y, size),
    (y) => findingBlock(content, result, y, size),
    (y) => closingBlock(content, letter, result, y, size),
  ])
}

function personBlock(letter: LetterSheet, result: LetterResult, y: number, size: number): Block {
  const high = leadingOf(size) + 2
  const { schoolName, className, name, sex, age, executorName } = letter
  return {
    marks: [
      line(LEFT, y, RIGHT, y, 0.4),
      ...fieldRow(
        [
          { label: '学校', value: schoolName, wide: 56 },
          { label: '班级', value: className, wide: 40 },
          { label: '姓名', value: name, wide: 42, bold: true },
          { label: '性别', value: sex, wide: 20 },
          { label: '周岁', value: String(age), wide: 20 },
        ],
        y,
        high,
        size,
      ),
      ...fieldRow(
        [
          { label: '筛查日期', value: result.checkedOn, wide: 56 },
          { label: '戴镜', value: result.glasses, wide: 40 },
          { label: '筛查机构', value: executorName, wide: 82 },
        ],
        y + high,
        high,
        size,
      ),
    ],
    height: 2 * high,
  }
}

const EYE_COLUMNS: readonly { title: string; group?: string; wide: number; key?: keyof LetterEye }[] = [
  { title: '眼别', wide: 17 },
  { title: '裸眼', group: '视力（5 分记录）', wide: 25, key: 'naked' },
  { title: '戴镜', group: '视力（5 分记录）', wide: 25, key: 'corrected' },
  { title: '球镜 D', group: '电脑验光（未散瞳）', wide: 19, key: 'sphere' },
  { title: '柱镜 D', group: '电脑验光（未散瞳）', wide: 19, key: 'cylinder' },
  { title: '轴位 °', group: '电脑验光（未散瞳）', wide: 17, key: 'axis' },
  { title: '等效球镜 D', group: '电脑验光（未散瞳）', wide: 28, key: 'equivalent' },
  { title: '本次提示', wide: 28, key: 'hint' },
]
const STRONG: readonly (keyof LetterEye | undefined)[] = ['naked', 'equivalent']

function eyesBlock({ eyes }: LetterResult, y: number, size: number): Block {
  const high = leadingOf(size) + 1.2
  let x = LEFT
  const placed = EYE_COLUMNS.map((column) => {
    const at = { ...column, x }
    x += column.wide
    return at
  })
  const groups = placed.filter(({ group }, nth) => group && placed[nth - 1]?.group !== group)
  const heads = placed.flatMap(({ title, group, x: at, wide }) => {
    const box = group ? { x: at, y: y + high, wide, high } : { x: at, y, wide, high: 2 * high }
    return [...rectangle(box.x, box.y, box.wide, box.high), ...inBox(title, box, { size, align: 'center' })]
  })
  const over = groups.flatMap(({ group = '', x: at }) => {
    const wide = placed.filter((each) => each.group === group).reduce((sum, each) => sum + each.wide, 0)
    return [
      ...rectangle(at, y, wide, high),
      ...inBox(group, { x: at, y, wide, high }, { size, align: 'center' }),
    ]
  })
  const rows = eyes.flatMap((eye, nth) =>
    placed.flatMap(({ key, x: at, wide }) => {
      const box = { x: at, y: y + (2 + nth) * high, wide, high }
      const words = key ? eye[key] : nth === 0 ? '右眼' : '左眼'
      return [
        ...rectangle(box.x, box.y, box.wide, box.high),
        ...inBox(words, box, { size, align: 'center', bold: STRONG.includes(key) }),
      ]
    }),
  )
  return { marks: [...over, ...heads, ...rows], height: 4 * high }
}

/** One reading is no history. */
function historyBlock(history: readonly LetterPast[], y: number, size: number): Block {
  if (history.length < 2) return { marks: [], height: 0 }
  const half = (INNER - 8) / 2
  const tables = [
    { title: '历次裸眼视力', right: 'nakedRight', left: 'nakedLeft' },
    { title: '历次等效球镜（D）', right: 'equivalentRight', left: 'equivalentLeft' },
  ] as const
  const step = leadingOf(size)
  const marks = tables.flatMap(({ title, right, left }, nth): Mark[] => {
    const x = LEFT + nth * (half + 8)
    const wide = (half - 14) / history.length
    const row = (label: string, at: number, values: readonly string[], bold = false) => [
      text(x, at, label, { size }),
      ...values.map((value, place) =>
        text(x + 14 + (place + 0.5) * wide, at, value, {
          size,
          align: 'center',
          bold: bold && place === values.length - 1,
        }),
      ),
    ]
    return [
      text(x, y + step * 0.8, title, { size, bold: true }),
      ...row(
        '',
        y + step * 1.8,
        history.map(({ when }) => when),
      ),
      line(x, y + step * 2.15, x + half, y + step * 2.15, 0.15),
      ...row(
        '右眼',
        y + step * 2.95,
        history.map((past) => past[right]),
        true,
      ),
      ...row(
        '左眼',
        y + step * 3.85,
        history.map((past) => past[left]),
        true,
      ),
    ]
  })
  return { marks, height: step * 4.1 }
}

const LABEL_COLUMN = 25

function findingBlock(content: LetterContent, result: LetterResult, y: number, size: number): Block {
  const wide = INNER - LABEL_COLUMN - 8
  const x = LEFT + LABEL_COLUMN + 4
  const bold = paragraphs(result.conclusion, { x, y: y + 1.5, wide }, size, { bold: true })
  const change = paragraphs(result.change, { x, y: y + 1.5 + bold.height, wide }, size)
  const first = bold.height + change.height + 3
  const advice = paragraphs(
    `${result.advice}${content[result.finding]}`,
    { x, y: y + first + 1.5, wide },
    size,
  )
  const second = advice.height + 3
  return {
    marks: [
      ...rectangle(LEFT, y, INNER, first, 0.3),
      ...rectangle(LEFT, y + first, INNER, second, 0.3),
      line(LEFT + LABEL_COLUMN, y, LEFT + LABEL_COLUMN, y + first + second),
      ...inBox(
        '筛查结论',
        { x: LEFT, y, wide: LABEL_COLUMN, high: first },
        { size, align: 'center', bold: true },
      ),
      ...inBox(
        '建　　议',
        { x: LEFT, y: y + first, wide: LABEL_COLUMN, high: second },
        { size, align: 'center', bold: true },
      ),
      ...bold.marks,
      ...change.marks,
      ...advice.marks,
    ],
    height: first + second,
  }
}

function closingBlock(
  content: LetterContent,
  letter: LetterSheet,
  { dueOn }: LetterResult,
  y: number,
  size: number,
): Block {
  const code = content.qr ? letter.code : null
  const wide = code ? INNER - CODE_COLUMN - 4 : INNER
  const scan = code ? '，并扫码确认' : ''
  const what = dueOn ? `请在 ${shortDayInWords(dueOn)}前带孩子就诊${scan}` : code ? '请扫码确认收到' : ''
  const words = stack(y, 0, [
    (at) => paragraphs(what, { x: LEFT, y: at, wide }, size + 1, { bold: true }),
    (at) => paragraphs(content.closing, { x: LEFT, y: at, wide }, size),
    (at) => paragraphs(content.footer, { x: LEFT, y: at, wide }, size),
    (at) => sealBlock(content.seal, letter.issuedOn, LEFT + wide, at, size),
  ])
  if (!code) return words
  const left = RIGHT - CODE_COLUMN + (CODE_COLUMN - CODE_SIZE) / 2
  const middle = RIGHT - CODE_COLUMN / 2
  const half = TICKET_LENGTH / 2
  return {
    marks: [
      ...words.marks,
      { kind: 'squares', x: left, y: y + 1, size: CODE_SIZE, rows: code.squares.split('\n') },
      text(middle, y + CODE_SIZE + 5, code.ticket.slice(0, half), { size: 8, align: 'center' }),
      text(middle, y + CODE_SIZE + 8.6, code.ticket.slice(half), { size: 8, align: 'center' }),
    ],
    height: Math.max(words.height, CODE_SIZE + 10),
  }
}

export function sealBlock(seal: string, issuedOn: string, right: number, y: number, size: number): Block {
  const step = leadingOf(size)
  return {
    marks: [
      text(right, y + step, seal, { size, align: 'right' }),
      text(right, y + 2 * step, dayInWords(issuedOn), { size, align: 'right' }),
    ],
    height: 2.3 * step,
  }
}

const STRIP_SIZE = 9.5
const STRIP_ROW = 8.8

const dashes = (from: number, to: number, y: number): Mark => ({
  kind: 'polyline',
  points: [
    [from, y],
    [to, y],
  ],
  width: 0.2,
  dash: 1.2,
})

/** Over the strip: where to cut. */
export function cutLine(words: string, y: number): Mark[] {
  const half = widthOf(words, 8.5) / 2 + 2
  const middle = A4.short / 2
  return [
    dashes(4, middle - half, y),
    dashes(middle + half, A4.short - 4, y),
    text(middle, y + 1, words, { size: 8.5, align: 'center' }),
  ]
}

/** 就诊回执: what a doctor fills in. */
export function resultStrip(letter: LetterSheet, top: number): Mark[] {
  const empty = (label: string, wide: number) => ({ label, value: '', wide })
  const rows = [
    [
      { label: '学校', value: letter.schoolName, wide: 60 },
      { label: '班级', value: letter.className, wide: 50 },
      { label: '姓名', value: letter.name, wide: 60 },
    ],
    [empty('就诊医院', 60), empty('就诊日期', 50), { label: '是否散瞳', value: '□ 是　□ 否', wide: 60 }],
    [
      empty('右眼 球镜', 26),
      empty('柱镜', 20),
      empty('轴位', 18),
      empty('矫正视力', 25),
      empty('左眼 球镜', 26),
      empty('柱镜', 20),
      empty('轴位', 18),
      empty('矫正视力', 25),
    ],
    [{ label: '诊断', value: '', wide: 1 }],
    [{ label: '处理', value: '□ 框架眼镜　□ 角膜塑形镜　□ 低浓度阿托品　□ 观察　□ 其他', wide: 1 }],
    [empty('下次复查', 60), empty('医生签名', 50), empty('家长签名', 60)],
  ]
  return [
    ...cutLine('沿此线剪下，就诊后交回班主任', top),
    text(A4.short / 2, top + 7.5, '就 诊 回 执', { size: 14, align: 'center', bold: true }),
    ...rows.flatMap((fields, nth) => fieldRow(fields, top + 9 + nth * STRIP_ROW, STRIP_ROW, STRIP_SIZE)),
    text(LEFT, A4.long - 8, `回执编号 ${letter.letterNo}，与告知书一致`, { size: 8 }),
  ]
}
