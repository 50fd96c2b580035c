import { randomInt } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Letters and digits that cannot be mistaken for one another, as five-by-seven dots, a row a number. */
const GLYPHS: Record<string, readonly number[]> = {
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  A: [14, 17, 17, 31, 17, 17, 17],
  C: [14, 17, 16, 16, 16, 17, 14],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  K: [17, 18, 20, 24, 20, 18, 17],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
}
const LETTERS = Object.keys(GLYPHS)
const LENGTH = 4
const WIDTH = 120
const HEIGHT = 40

export const newCaptchaText = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** A PNG with the letters bent along a wave, over dots and lines of the same ink. */
export function drawCaptcha(text: string): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 0)
  const phase = randomInt(628) / 100
  const ink = (x: number, y: number, shade: number) => {
    const column = Math.round(x)
    const row = Math.round(y + 3 * Math.sin(phase + x / 14))
    if (column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT) pixels[row * WIDTH + column] = shade
  }
  ;[...text].forEach((letter, index) => {
    drawLetter(GLYPHS[letter] ?? [], 10 + index * 27 + randomInt(6), 9 + randomInt(5), ink)
  })
  for (let count = 0; count < 60; count++) ink(randomInt(WIDTH), randomInt(HEIGHT), 2)
  for (let count = 0; count < 3; count++) {
    const from = randomInt(HEIGHT)
    const slope = (randomInt(HEIGHT) - from) / WIDTH
    for (let x = 0; x < WIDTH; x++) ink(x, from + slope * x, 1)
  }
  return encodePng(pixels)
}

function drawLetter(
  rows: readonly number[],
  left: number,
  top: number,
  ink: (x: number, y: number, s: number) => void,
) {
  const lean = (randomInt(100) - 50) / 120
  const size = 3
  rows.forEach((bits, row) => {
    for (let column = 0; column < 5; column++) {
      if (!(bits & (16 >> column))) continue
      for (let dx = 0; dx < size; dx++) {
        for (let dy = 0; dy < size; dy++) {
          ink(left + column * size + dx + lean * (3 - row) * size, top + row * size + dy, 1)
        }
      }
    }
  })
}

/** Palette image: background, ink, speckle. */
const PALETTE = Buffer.from([0xf3, 0xf7, 0xfb, 0x1d, 0x4f, 0x73, 0x9c, 0xb7, 0xcc])

function encodePng(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let row = 0; row < HEIGHT; row++)
    pixels.copy(rows, row * (WIDTH + 1) + 1, row * WIDTH, (row + 1) * WIDTH)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', PALETTE),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const out = Buffer.alloc(typed.length + 8)
  out.writeUInt32BE(body.length, 0)
  typed.copy(out, 4)
  out.writeUInt32BE(crc32(typed), typed.length + 4)
  return out
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
