import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { rowsOf } from '../../testing/rows.ts'
import { rowLiteral } from './row-literal.ts'

const node = useApp()

test('whatever stands in a text, a number or a mark arrives as it was', async () => {
  await node.current.sql('create type literal_row as (t text, n int, b boolean, other text)')
  const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', ''))
  const row = fc.tuple(fc.option(text), fc.option(fc.integer()), fc.option(fc.boolean()), fc.option(text))
  await fc.assert(
    fc.asyncProperty(row, async ([t, n, b, other]) => {
      const literal = rowLiteral([t, n, b, other])
      const rows = await rowsOf(node.current, 'select (r).* from (select $1::literal_row as r) as s', [
        literal,
      ])
      expect(rows).toEqual([{ t, n, b, other }])
    }),
    { numRuns: 100 },
  )
})
