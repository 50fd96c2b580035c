import { describe, expect, it } from 'vitest'
import { moveOf } from './grid-keys.ts'

const KEY = {
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  composing: false,
  open: false,
  caret: { start: 1, end: 1, length: 3 },
}
const move = (key: string, more: Partial<Parameters<typeof moveOf>[0]> = {}) =>
  moveOf({ ...KEY, ...more, key })

describe('moveOf', () => {
  it('goes down and up the column', () => {
    expect(move('Enter')).toBe('down')
    expect(move('ArrowDown')).toBe('down')
    expect(move('ArrowUp')).toBe('up')
    expect(move('Enter', { shiftKey: true })).toBe('up')
    expect(move('Enter', { ctrlKey: true })).toBe('nextRow')
  })

  it('goes sideways at the edge of the text only', () => {
    expect(move('ArrowLeft')).toBeNull()
    expect(move('ArrowRight')).toBeNull()
    expect(move('ArrowLeft', { caret: { start: 0, end: 0, length: 3 } })).toBe('left')
    expect(move('ArrowRight', { caret: { start: 3, end: 3, length: 3 } })).toBe('right')
    const marked = { start: 0, end: 3, length: 3 }
    expect([move('ArrowLeft', { caret: marked }), move('ArrowRight', { caret: marked })]).toEqual([
      'left',
      'right',
    ])
    expect(move('ArrowLeft', { caret: null })).toBe('left')
    expect(move('ArrowLeft', { shiftKey: true, caret: marked })).toBeNull()
  })

  it('leaves keys of an input method, of an open list and of the browser alone', () => {
    expect(move('Enter', { composing: true })).toBeNull()
    expect(move('ArrowDown', { open: true })).toBeNull()
    expect(move('ArrowDown', { altKey: true })).toBeNull()
    expect(move('ArrowLeft', { ctrlKey: true, caret: { start: 0, end: 0, length: 3 } })).toBeNull()
    expect(move('Tab')).toBeNull()
    expect(move('5')).toBeNull()
  })
})
