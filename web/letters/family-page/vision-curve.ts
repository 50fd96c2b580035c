// Naked vision of both eyes through the screenings.
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'
import { drawn } from './element.ts'
import styles from './family-page.module.css'

const WIDTH = 340
const HEIGHT = 170
const EDGE = 34
const TOP = 26
const BOTTOM = 132
const LABELS_AT = 160
const NORMAL = 5

type History = PublicLetter['history']

export function visionCurve(history: History): SVGElement {
  const values = history.flatMap(({ right, left }) => [right, left]).filter((value) => value !== null)
  const low = Math.min(NORMAL, ...values) - 0.1
  const high = Math.max(NORMAL, ...values) + 0.1
  const x = (nth: number) => EDGE + (nth * (WIDTH - 2 * EDGE)) / Math.max(1, history.length - 1)
  const y = (value: number) => BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP)
  const eye = (side: 'right' | 'left', name: string, className: string | undefined, below: boolean) => {
    const points = history.flatMap((each, nth) => {
      const value = each[side]
      return value === null ? [] : [{ x: x(nth), y: y(value), value }]
    })
    const last = points.at(-1)
    return drawn(
      'g',
      { class: className ?? '' },
      drawn('polyline', { points: points.map((point) => `${point.x},${point.y}`).join(' ') }),
      ...points.map((point) => drawn('circle', { cx: point.x, cy: point.y, r: 4.5 })),
      last
        ? drawn(
            'text',
            { x: last.x, y: last.y + (below ? 20 : -10), 'text-anchor': 'middle' },
            `${name} ${last.value.toFixed(1)}`,
          )
        : null,
    )
  }
  const { right = null, left = null } = history.at(-1) ?? {}
  const rightIsLower = right !== null && (left === null || right <= left)
  return drawn(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      class: styles.curve ?? '',
      role: 'img',
      'aria-label': '历次裸眼视力曲线',
    },
    drawn('line', { x1: 8, x2: WIDTH - 8, y1: y(NORMAL), y2: y(NORMAL), class: styles.normal ?? '' }),
    drawn('text', { x: 8, y: y(NORMAL) - 6 }, '5.0 正常'),
    eye('left', '左眼', styles.left, !rightIsLower),
    eye('right', '右眼', styles.right, rightIsLower),
    ...history.map(({ when }, nth) =>
      drawn('text', { x: x(nth), y: LABELS_AT, 'text-anchor': 'middle' }, when),
    ),
  )
}
