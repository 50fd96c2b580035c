import { describe, expect, it } from 'vitest'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import type { RecordField, RecordFields, RecordRow, SavedRecord } from '#contract/eyesight/record-schemas.ts'
import { recordRow } from '#web/testing/samples/record-rows.ts'
import {
  changesOf,
  discard,
  fail,
  isUnsent,
  keepMine,
  keepTheirs,
  markSent,
  openRow as openRowOf,
  phaseOf,
  type RowState,
  receive,
  settle,
  textAt,
  tryAgain,
  typeInto,
  valueAt,
} from './row-state.ts'

const rowOf = (fields: Partial<RecordFields> = {}, version = 1) => recordRow(fields, { version })
const openRow = (row: RecordRow) => openRowOf(row, DEFAULT_ITEMS)
const type = (state: RowState, field: RecordField, text: string, seen = valueAt(state, field)): RowState =>
  typeInto(state, { field, text, seen, today: '2025-10-20' })
const answer = (row: RecordRow, clashed: RecordField[] = []): SavedRecord => ({
  recordId: row.recordId,
  saved: clashed.length === 0,
  row,
  clash:
    clashed.length === 0
      ? null
      : {
          byName: '李四',
          at: '2025-10-20T08:00:00.000Z',
          fields: clashed.map((field) => ({ field, label: field, theirs: '5.0', yours: '4.9' })),
        },
})
const NO_ANSWER = { retry: true, message: '您的网络不稳定，请检查后重试！' }

describe('typing', () => {
  it('makes a change of what was there', () => {
    const typed = type(openRow(rowOf({ nakedRight: 4.8 })), 'nakedRight', '49')
    expect(changesOf(typed)).toEqual({ nakedRight: { from: 4.8, to: 4.9 } })
    expect(phaseOf(typed)).toBe('unsaved')
    expect(textAt(typed, 'nakedRight')).toBe('4.9')
  })

  it('back to what was there is no change', () => {
    const typed = type(type(openRow(rowOf({ nakedRight: 4.8 })), 'nakedRight', '49'), 'nakedRight', '4.8')
    expect(isUnsent(typed)).toBe(false)
    expect(phaseOf(typed)).toBe('saved')
  })

  it('keeps a wrong cell back and sends the others', () => {
    const typed = type(type(openRow(rowOf()), 'nakedRight', '5.9'), 'nakedLeft', '5.0')
    expect(changesOf(typed)).toEqual({ nakedLeft: { from: null, to: 5 } })
    expect(textAt(typed, 'nakedRight')).toBe('5.9')
    expect(valueAt(typed, 'nakedRight')).toBeNull()
    const saved = settle(markSent(typed), answer(rowOf({ nakedLeft: 5 }, 2)))
    expect(phaseOf(saved)).toBe('faulty')
    expect(changesOf(saved)).toBeNull()
  })

  it('starts from what the cell showed, not from what others put there meanwhile', () => {
    const changed = receive(openRow(rowOf({ nakedRight: 4.8 })), rowOf({ nakedRight: 5.1 }, 2))
    expect(changesOf(type(changed, 'nakedRight', '49', 4.8))).toEqual({ nakedRight: { from: 4.8, to: 4.9 } })
  })
})

describe('saving', () => {
  const typed = type(openRow(rowOf({ nakedRight: 4.8 })), 'nakedRight', '49')

  it('is done once the server has confirmed it', () => {
    const sent = markSent(typed)
    expect(phaseOf(sent)).toBe('saving')
    expect(changesOf(sent)).toBeNull()
    const saved = settle(sent, answer(rowOf({ nakedRight: 4.9 }, 2)))
    expect(saved).toMatchObject({ drafts: {}, sent: null, row: { version: 2 } })
    expect(phaseOf(saved)).toBe('saved')
  })

  it('keeps what was typed while the answer was awaited', () => {
    const later = type(type(markSent(typed), 'nakedRight', '50'), 'nakedLeft', '51')
    const saved = settle(later, answer(rowOf({ nakedRight: 4.9 }, 2)))
    expect(changesOf(saved)).toEqual({
      nakedRight: { from: 4.9, to: 5 },
      nakedLeft: { from: null, to: 5.1 },
    })
  })

  it('sends what was taken back while the answer was awaited', () => {
    const back = type(markSent(typed), 'nakedRight', '48')
    const saved = settle(back, answer(rowOf({ nakedRight: 4.9 }, 2)))
    expect(changesOf(saved)).toEqual({ nakedRight: { from: 4.9, to: 4.8 } })
  })

  it('takes a value that the server wrote another way', () => {
    const remark = type(openRow(rowOf()), 'remark', 'a')
    const saved = settle(markSent(remark), answer(rowOf({ remark: 'A' }, 2)))
    expect(phaseOf(saved)).toBe('saved')
    expect(textAt(saved, 'remark')).toBe('A')
  })

  it('is tried again with everything when no answer comes', () => {
    const failed = fail(markSent(typed), NO_ANSWER)
    expect(phaseOf(failed)).toBe('retrying')
    expect(changesOf(failed)).toEqual({ nakedRight: { from: 4.8, to: 4.9 } })
  })

  it('does not take its own unanswered value for that of somebody else', () => {
    const later = type(fail(markSent(typed), NO_ANSWER), 'nakedRight', '50')
    const answered = settle(markSent(later), answer(rowOf({ nakedRight: 4.9 }, 2), ['nakedRight']))
    expect(answered.clash).toBeNull()
    expect(changesOf(answered)).toEqual({ nakedRight: { from: 4.9, to: 5 } })
  })

  it('finds out by a poll that an unanswered value arrived', () => {
    const failed = fail(markSent(typed), NO_ANSWER)
    expect(isUnsent(receive(failed, rowOf({ nakedRight: 4.9 }, 2)))).toBe(false)
    const later = type(failed, 'nakedRight', '50')
    const known = receive(later, rowOf({ nakedRight: 4.9 }, 2))
    expect(changesOf(known)).toEqual({ nakedRight: { from: 4.9, to: 5 } })
  })

  it('takes back an unanswered value even if it is what stood there before', () => {
    const back = type(fail(markSent(typed), NO_ANSWER), 'nakedRight', '48')
    expect(changesOf(back)).toEqual({ nakedRight: { from: 4.8, to: 4.8 } })
    const answered = settle(markSent(back), answer(rowOf({ nakedRight: 4.9 }, 2), ['nakedRight']))
    expect(changesOf(answered)).toEqual({ nakedRight: { from: 4.9, to: 4.8 } })
  })

  it('waits after a refusal until something changes, somebody asks or gives up', () => {
    const refused = fail(markSent(typed), { retry: false, message: '任务已完成' })
    expect(phaseOf(refused)).toBe('refused')
    expect(changesOf(refused)).toBeNull()
    expect(changesOf(tryAgain(refused))).not.toBeNull()
    expect(changesOf(type(refused, 'nakedLeft', '50'))).not.toBeNull()
    expect(phaseOf(discard(refused))).toBe('saved')
  })
})

describe('what others change', () => {
  it('shows, where nothing was typed', () => {
    const state = receive(openRow(rowOf()), rowOf({ nakedLeft: 5 }, 2))
    expect(valueAt(state, 'nakedLeft')).toBe(5)
  })

  it('does not replace what was typed', () => {
    const typed = type(openRow(rowOf()), 'nakedRight', '49')
    const state = receive(typed, rowOf({ nakedRight: 5, nakedLeft: 5 }, 2))
    expect(textAt(state, 'nakedRight')).toBe('4.9')
    expect(valueAt(state, 'nakedLeft')).toBe(5)
    expect(changesOf(state)).toEqual({ nakedRight: { from: null, to: 4.9 } })
  })

  it('does not come back from an older answer', () => {
    const state = receive(openRow(rowOf({ nakedRight: 5 }, 3)), rowOf({ nakedRight: 4 }, 2))
    expect(valueAt(state, 'nakedRight')).toBe(5)
  })

  it('ends a change to the same value', () => {
    const typed = type(openRow(rowOf()), 'nakedRight', '49')
    expect(isUnsent(receive(typed, rowOf({ nakedRight: 4.9 }, 2)))).toBe(false)
  })
})

describe('a clash', () => {
  const typed = type(type(openRow(rowOf()), 'nakedRight', '49'), 'nakedLeft', '49')
  const clashed = settle(markSent(typed), answer(rowOf({ nakedRight: 5 }, 3), ['nakedRight']))

  it('concerns its field only', () => {
    expect(clashed.clash).toEqual({ byName: '李四', at: '2025-10-20T08:00:00.000Z', fields: ['nakedRight'] })
    expect(phaseOf(clashed)).toBe('clash')
    // Nothing of the row was saved: the rest goes again without it.
    expect(changesOf(clashed)).toEqual({ nakedLeft: { from: null, to: 4.9 } })
    const rest = settle(markSent(clashed), answer(rowOf({ nakedRight: 5, nakedLeft: 4.9 }, 4)))
    expect(phaseOf(rest)).toBe('clash')
    expect(changesOf(rest)).toBeNull()
  })

  it('ends with their value', () => {
    const kept = keepTheirs(clashed, 'nakedRight')
    expect(phaseOf(kept)).toBe('unsaved')
    expect(valueAt(kept, 'nakedRight')).toBe(5)
    expect(valueAt(kept, 'nakedLeft')).toBe(4.9)
  })

  it('ends with mine, over the current value of the server', () => {
    const moved = receive(clashed, rowOf({ nakedRight: 5.1, nakedLeft: 4.9 }, 4))
    const kept = keepMine(moved, 'nakedRight')
    expect(kept.clash).toBeNull()
    expect(changesOf(kept)).toEqual({ nakedRight: { from: 5.1, to: 4.9 } })
  })

  it('is none where both put the same', () => {
    const state = type(openRow(rowOf()), 'nakedRight', '50')
    const same = settle(markSent(state), answer(rowOf({ nakedRight: 5 }, 2), ['nakedRight']))
    expect(phaseOf(same)).toBe('saved')
  })

  it('ends by itself when others come to the same value', () => {
    expect(phaseOf(receive(clashed, rowOf({ nakedRight: 4.9, nakedLeft: 4.9 }, 4)))).toBe('saved')
  })
})

describe('what cannot stand together', () => {
  it('holds back what contradicts and sends the rest', () => {
    const worn = openRow(rowOf({ glasses: 2, correctedRight: 5, correctedLeft: 5 }))
    const none = type(type(worn, 'glasses', '1'), 'nakedRight', '49')
    expect(changesOf(none)).toEqual({ nakedRight: { from: null, to: 4.9 } })
    const cleared = type(type(none, 'correctedRight', ''), 'correctedLeft', '')
    expect(Object.keys(changesOf(cleared) ?? {}).toSorted()).toEqual([
      'correctedLeft',
      'correctedRight',
      'glasses',
      'nakedRight',
    ])
  })

  it('an absence waits where there are results, not the results', () => {
    const absent = type(type(openRow(rowOf()), 'nakedRight', '49'), 'absence', '1')
    expect(changesOf(absent)).toEqual({ nakedRight: { from: null, to: 4.9 } })
  })

  it('results wait for an absence that is still there', () => {
    const late = type(openRow(rowOf({ absence: 1 })), 'nakedRight', '49')
    expect(changesOf(late)).toBeNull()
    expect(phaseOf(late)).toBe('faulty')
    expect(Object.keys(changesOf(type(late, 'absence', '')) ?? {})).toEqual(['nakedRight', 'absence'])
  })

  it('a row that is refused among others says why', () => {
    const typed = markSent(type(openRow(rowOf()), 'checkedOn', '2020-01-01'))
    const refused = settle(typed, { ...answer(rowOf()), saved: false, fault: '检查日期应在计划期间内' })
    expect(phaseOf(refused)).toBe('refused')
    expect(refused.trouble?.message).toBe('检查日期应在计划期间内')
  })
})
