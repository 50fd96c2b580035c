import { describe, expect, it } from 'vitest'
import { chooseRows, chosenOf } from './chosen-rows.ts'

type Row = { id: number; name: string }
const one: Row = { id: 1, name: 'one' }
const two: Row = { id: 2, name: 'two' }
const three: Row = { id: 3, name: 'three' }

describe('choosing rows', () => {
  it('adds rows to those of other pages', () => {
    expect(chooseRows([three], [one, two], true, 'id')).toEqual([three, one, two])
  })
  it('takes a row in once, as it is now', () => {
    const renamed = { ...one, name: 'uno' }
    expect(chooseRows([one], [renamed], true, 'id')).toEqual([renamed])
  })
  it('takes out only those that are meant', () => {
    expect(chooseRows([one, two, three], [{ ...two }], false, 'id')).toEqual([one, three])
  })
})

describe('the chosen of a page', () => {
  it('are those in sight, in the order and the state of the page', () => {
    const page = [{ ...two, name: 'dos' }, one]
    expect(chosenOf(page, [one, two, three], 'id')).toEqual(page)
  })
  it('are none where the page has none of them', () => {
    expect(chosenOf([one], [two], 'id')).toEqual([])
  })
})
