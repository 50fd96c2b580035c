import { createRequire } from 'node:module'
import path from 'node:path'
import { type Font, openSync } from 'fontkit'

const FAMILY = 'NotoSansHans'
const require = createRequire(import.meta.url)
let outlines: Font | undefined

export type FontWeight = 'Regular' | 'Bold'

/** The fonts come with the product: a machine need not have any. */
export function fontFile(weight: FontWeight): string {
  const entry = require.resolve('@embedpdf/fonts-sc')
  return path.join(path.dirname(entry), '..', 'fonts', `${FAMILY}-${weight}.otf`)
}

/** For drawing letters as shapes; opened once. */
export function outlineFont(): Font {
  outlines ??= openFont(fontFile('Regular'))
  return outlines
}

function openFont(file: string): Font {
  const font = openSync(file)
  if (!('layout' in font)) throw new Error(`not a single font: ${file}`)
  return font
}
