import { theme as antd } from 'antd'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const READABLE = 4.5

/** Of two colours written #rrggbb, as WCAG 2.1 defines contrast. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(['blue', 'gold', 'orange', 'red'] as const)('the text of a %s tag can be read', (color) => {
  const token = antd.getDesignToken(theme)
  for (const text of [token[`${color}7`], token[`${color}-7`]])
    expect(contrast(text, token[`${color}-1`])).toBeGreaterThanOrEqual(READABLE)
})

test.each(['Success', 'Warning', 'Error', 'Info'] as const)('the text of a tag of %s can be read', (kind) => {
  const token = antd.getDesignToken(theme)
  expect(contrast(token[`color${kind}`], token[`color${kind}Bg`])).toBeGreaterThanOrEqual(READABLE)
})
