import type { SheetFaultName } from './sheet-faults.ts'

export type SheetFormat = 'zip' | 'ole' | SheetFaultName

/** How much of the start is looked at. */
export const HEAD_BYTES = 8_192

/** Format, position and bytes; a dot stands for any four bits. */
const SIGNATURES: [format: SheetFormat, at: number, hex: string][] = [
  ['zip', 0, '504b0304'],
  ['zip', 0, '504b0506'],
  ['zip', 0, '504b0708'],
  ['ole', 0, 'd0cf11e0a1b11ae1'],
  ['pdf', 0, '255044462d'],
  ['image', 0, '89504e47'],
  ['image', 0, 'ffd8ff'],
  ['image', 0, '47494638'],
  ['image', 0, '424d........00000000'],
  ['image', 0, '52494646........57454250'],
  ['image', 0, '49492a00'],
  ['image', 0, '4d4d002a'],
  ['image', 4, '66747970686569'],
  ['image', 4, '667479706d6966'],
  ['image', 4, '6674797061766966'],
  ['archive', 0, '526172211a07'],
  ['archive', 0, '377abcaf271c'],
  ['archive', 0, '1f8b08'],
  // Workbooks of Excel 2 to 5 without a container: the record that opens them.
  ['oldExcel', 0, '09000400'],
  ['oldExcel', 0, '09020600'],
  ['oldExcel', 0, '09040600'],
  ['oldExcel', 0, '09080800'],
]

/** What a file is, by its content; its name does not matter. `head` is its start, up to HEAD_BYTES. */
export function detectFormat(head: Buffer): SheetFormat {
  if (head.length === 0) return 'empty'
  const hex = head.toString('hex', 0, 32)
  const known = SIGNATURES.find(([, at, bytes]) => new RegExp(`^${bytes}`).test(hex.slice(at * 2)))
  return known?.[0] ?? formatOfText(head)
}

function formatOfText(head: Buffer): SheetFormat {
  const text = textOf(head)
  if (hasControls(text)) return 'unknown'
  const start = text.trimStart().slice(0, 200).toLowerCase()
  if (/^(mime-version:|<!doctype html|<html|<head|<meta|<table|<style|<body)/.test(start)) return 'html'
  if (start.startsWith('<?xml') || /^<[a-z]+:?[a-z]*[\s>]/.test(start)) return formatOfXml(text)
  return start === '' ? 'empty' : 'text'
}

/** Such characters do not occur in text, in whatever encoding it is. */
function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 && (code < 9 || code > 13)) return true
  }
  return false
}

function formatOfXml(text: string): SheetFormat {
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/i.test(text)) return 'xml2003'
  return /<html[\s>]/i.test(text) ? 'html' : 'xml'
}

function textOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2).toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff) {
    const even = Buffer.from(head.subarray(2, head.length - (head.length % 2)))
    return even.swap16().toString('utf16le')
  }
  return head.toString('latin1').replace(/^\xef\xbb\xbf/, '')
}
