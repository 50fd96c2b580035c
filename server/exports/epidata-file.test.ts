// EpiData's files: an encoding that loses nothing, and a layout that every reader of the format agrees about.
import { describe, expect, test } from 'vitest'
import { HealthForm, healthFields } from '#contract/exports/health-sheet.ts'
import { qesOf, REC_LINE_BYTES } from './epidata-file.ts'
import { encodeGb18030 } from './gb18030.ts'

const decoder = new TextDecoder('gb18030', { fatal: true })

describe('GB18030', () => {
  test('is GBK where GBK has a character', () => {
    expect(encodeGb18030('中').toString('hex')).toBe('d6d0')
    expect(encodeGb18030('A1 ').toString('latin1')).toBe('A1 ')
    expect(encodeGb18030('畲族、（）').length).toBe(10)
  })

  test('loses nothing, however rare', () => {
    for (let point = 0x20; point <= 0xffff; point++) {
      // Halves of pairs, private ones, and the mark for what could not be read.
      if ((point >= 0xd800 && point <= 0xf8ff) || point === 0xfffd) continue
      const char = String.fromCodePoint(point)
      const back = decoder.decode(encodeGb18030(char))
      if (back !== char && back !== '?') throw new Error(`U+${point.toString(16)} came back as ${back}`)
      if (back === '?' && char !== '?') throw new Error(`U+${point.toString(16)} was lost`)
    }
    for (const char of ['𠀀', '𬱖', '😀', '\u{10ffff}'])
      expect(decoder.decode(encodeGb18030(char))).toBe(char)
  })
})

describe.each(HealthForm.codes)('the layout of form %s', (form) => {
  const fields = healthFields(form)
  const bytes = fields.reduce((sum, { length }) => sum + length, 0)

  test('ends inside a line: of a record that fills it readers think differently', () => {
    expect(bytes % REC_LINE_BYTES).not.toBe(0)
  })

  test('has names that stay apart in ten characters, and questions without marks of fields', () => {
    const names = fields.map(({ name }) => name.slice(0, 10).toLowerCase())
    expect(new Set(names).size).toBe(fields.length)
    for (const { name, label } of fields) {
      expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]*$/)
      expect(label).not.toMatch(/[#_<>@{}\s]/)
    }
  })

  test('is the form’s own: as many marks in the .QES as bytes in the .REC', () => {
    const lines = qesOf(fields).trimEnd().split('\r\n')
    expect(lines).toHaveLength(fields.length)
    for (const [index, line] of lines.entries()) {
      const field = fields[index]
      const mark = line.split(' ').at(-1) ?? ''
      expect(line.startsWith(`${field?.name} `)).toBe(true)
      expect(mark).toMatch(/^(_+|#+(\.#+)?|<yyyy\/mm\/dd>)$/)
      expect(mark.replace(/[<>]/g, '')).toHaveLength(field?.length ?? 0)
    }
  })
})
