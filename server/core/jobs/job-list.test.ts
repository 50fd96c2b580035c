import { expect, expectTypeOf, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import type { JobPayloads } from './queue.ts'

const node = useApp()

test('only a kind of the list can be ordered, with the payload of that kind', () => {
  expectTypeOf<JobPayloads['import.write']>().toEqualTypeOf<{ recordId: number }>()
  expectTypeOf<JobPayloads['import.undo']>().toEqualTypeOf<{ recordId: number; userId: number }>()
  expectTypeOf<'no.such.kind'>().not.toExtend<keyof JobPayloads>()
})

test('a payload that reached the queue past the types is refused when it is ordered', async () => {
  const { db, enqueue } = node.current.services
  const wrong = { recordId: 'one' } as unknown as JobPayloads['import.write']
  await expect(enqueue(db, 'import.write', wrong)).rejects.toThrow()
})

test('the work of an hour is ordered once, however many nodes ask', async () => {
  await node.current.sql('truncate job')
  const other = await node.current.otherNode()
  await Promise.all([node.current.worker.enqueueHourly(), other.worker.enqueueHourly()])
  const rows = await node.current.db.selectFrom('job').select('kind').orderBy('kind').execute()
  expect(rows.map(({ kind }) => kind)).toEqual([
    'assess.close',
    'device.purgeNonces',
    'housekeeping',
    'import.expiry',
    'screening.rejudge',
    'screening.turn',
    'warning.review',
  ])
})
