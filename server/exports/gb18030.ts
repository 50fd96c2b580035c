/**
 * Text in the encoding that EpiData and other older programs expect on Chinese systems. What GBK has takes the same two
 * bytes as there; what it has not (rare characters of names) takes four, so that nothing is lost.
 */
export function encodeGb18030(text: string): Buffer {
  const bytes: number[] = []
  for (const char of text) bytes.push(...bytesOf(char))
  return Buffer.from(bytes)
}

const REPLACEMENT = 0x3f

function bytesOf(char: string): readonly number[] {
  const point = char.codePointAt(0) ?? REPLACEMENT
  if (point < 0x80) return [point]
  const known = tables().get(char)
  if (known) return known
  return point > 0xffff ? fourBytes(point - 0x10000 + BEYOND_BMP) : [REPLACEMENT]
}

/** The linear position of U+10000 among the codes of four bytes. */
const BEYOND_BMP = 189_000
/** Four-byte codes of the basic plane. */
const BMP_FOUR = 39_420

const fourBytes = (linear: number): number[] => [
  0x81 + Math.floor(linear / 12_600),
  0x30 + (Math.floor(linear / 1_260) % 10),
  0x81 + (Math.floor(linear / 10) % 126),
  0x30 + (linear % 10),
]

let made: ReadonlyMap<string, readonly number[]> | undefined
/** Made once, from what the runtime can read. */
function tables(): ReadonlyMap<string, readonly number[]> {
  made ??= makeTables()
  return made
}

function makeTables(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('gb18030')
  const table = new Map<string, readonly number[]>()
  const add = (bytes: readonly number[]) => {
    const char = decoder.decode(Uint8Array.from(bytes))
    if ([...char].length === 1 && char !== '\uFFFD' && !table.has(char)) table.set(char, bytes)
  }
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) add([lead, trail])
  }
  for (let linear = 0; linear < BMP_FOUR; linear++) add(fourBytes(linear))
  return table
}
