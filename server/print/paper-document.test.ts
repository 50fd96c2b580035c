// What the layout takes for the width of a text is never less than what the fonts of the file need.
import { openSync } from 'fontkit'
import { expect, test } from 'vitest'
import { MILLIMETRES_PER_POINT } from '#contract/print/drawing.ts'
import { widthOf } from '#contract/print/fit-text.ts'
import { fontFile } from '../core/documents/document-fonts.ts'

const ASCII = Array.from({ length: 0x5f }, (_, nth) => String.fromCharCode(0x20 + nth))
const SIGNS = [...'·—…“”‘’×÷±−°℃①②③④□※→≤≥Ⅰ½，。（）＿＊张']

test.each(['Regular', 'Bold'] as const)('no sign is wider than the layout takes it for, %s', (weight) => {
  const font = openSync(fontFile(weight))
  if (!('glyphForCodePoint' in font)) throw new Error('not a single font')
  const tooWide = [...ASCII, ...SIGNS].filter((sign) => {
    const needed = font.glyphForCodePoint(sign.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
    return needed * MILLIMETRES_PER_POINT > widthOf(sign, 1) + 1e-9
  })
  expect(tooWide).toEqual([])
})
