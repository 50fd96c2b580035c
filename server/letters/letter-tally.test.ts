// How many letters there are, were opened and acknowledged: by area and school, at once.
import { beforeAll, expect, test } from 'vitest'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { applyScript } from '../testing/live-counters/apply-script.ts'
import { expectLetterTalliesRight } from '../testing/live-counters/recount-letters.ts'
import { accountOf, type By, must, newUser, signedIn } from '../testing/people.ts'
import { NORMAL, savedRow } from '../testing/readings.ts'
import { makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { newRoster, newTask, recordsOf } from '../testing/screening.ts'
import { runTransaction, untilLocksAreAwaited } from '../testing/transaction.ts'
import { COUNT_LETTERS_SQL } from './letter-tally.sql.ts'
import { selectLetterTallies, type TallyPlace } from './tally-queries.ts'

const node = useApp({ LIMITED_CALLS_PER_MINUTE: '100000' })
const { acknowledgeLetter, issueLetters, openLetter, withdrawLetters } = letterEndpoints
const ORIGIN = 'https://eyes.example.test'
const BORN = '2017-05-12'
const PROVINCE = { level: 'province', areaId: '330000' } as const

let { admin, orgId, planId, taskId } = {} as ResultWorld
let second: { orgId: number; admin: By }
beforeAll(async () => {
  ;({ admin, orgId, planId, taskId } = await makeResults(node.current))
  // A school of another district takes part as well.
  const area = { provinceId: '330000', cityId: '330100', regionId: '330109' }
  const bureau = await signedIn(node.current, accountOf('330109-教育'))
  const { schoolOrgId } = await newRoster(node.current, bureau, { area })
  await node.current.sql(`insert into plan_area (plan_id, area_id, province_id, city_id, region_id)
    values (${planId}, '330109', '330000', '330100', '330109')`)
  const province = await signedIn(node.current, 'province01')
  const otherTask = await newTask(province, planId, schoolOrgId)
  const other = await signedIn(node.current, (await newUser(node.current, schoolOrgId, 20)).account)
  for (const { recordId } of await recordsOf(node.current, otherTask))
    await savedRow(other, otherTask, recordId, NORMAL)
  second = { orgId: schoolOrgId, admin: other }
})

const tallies = (place: TallyPlace, below: 'areas' | 'schools' = 'areas') =>
  selectLetterTallies(node.current.db, place, planId, below)
const right = () => expectLetterTalliesRight(node.current, planId)
const issue = (by: By) => must(by.call(issueLetters, { planId, origin: ORIGIN }))

test('counts what was printed, opened, acknowledged and withdrawn', async () => {
  expect(await tallies(PROVINCE)).toEqual([])
  const { letters } = await issue(admin)
  const whole = { areaId: '330100', orgId: null }
  expect(await tallies(PROVINCE)).toEqual([{ ...whole, letters: 4, opened: 0, acknowledged: 0 }])
  const anybody = node.current.as('')
  const [first, next] = letters.map(({ code }) => code?.ticket ?? '')
  for (const ticket of [first, next, first]) {
    await must(anybody.call(openLetter, { ticket: ticket ?? '', birthDate: BORN }))
  }
  expect((await anybody.call(openLetter, { ticket: next ?? '', birthDate: '2000-01-01' })).success).toBe(
    false,
  )
  await must(anybody.call(acknowledgeLetter, { ticket: first ?? '', birthDate: BORN }))
  expect(await tallies(PROVINCE)).toEqual([{ ...whole, letters: 4, opened: 2, acknowledged: 1 }])
  // Printed again they are the same letters.
  await issue(admin)
  expect(await tallies(PROVINCE)).toEqual([{ ...whole, letters: 4, opened: 2, acknowledged: 1 }])
  const [row] = await rowsOf<{ id: number }>(
    node.current,
    'select id from letter where task_id = $1 and acknowledged_at is not null',
    [taskId],
  )
  await must(admin.call(withdrawLetters, { letterIds: [row?.id ?? 0] }))
  expect(await tallies(PROVINCE)).toEqual([{ ...whole, letters: 3, opened: 1, acknowledged: 0 }])
  await right()
})

test('counts by area, and by school where there is no area below', async () => {
  await issue(second.admin)
  const here = { areaId: null, orgId, letters: 3, opened: 1, acknowledged: 0 }
  const there = { areaId: null, orgId: second.orgId, letters: 4, opened: 0, acknowledged: 0 }
  expect(await tallies({ level: 'city', areaId: '330100' })).toEqual([
    { ...here, areaId: '330106', orgId: null },
    { ...there, areaId: '330109', orgId: null },
  ])
  expect(await tallies({ level: 'region', areaId: '330106' })).toEqual([here])
  expect(await tallies(PROVINCE, 'schools')).toEqual([here, there])
  expect(await tallies({ level: 'school', orgId: second.orgId })).toEqual([there])
  expect(await tallies({ level: 'city', areaId: '330200' })).toEqual([])
})

test('an older database is counted at its start', async () => {
  await node.current.sql('delete from letter_tally')
  await expect(right()).rejects.toThrow()
  expect(await applyScript(node.current, COUNT_LETTERS_SQL)).toEqual([COUNT_LETTERS_SQL.name])
  await right()
})

test('somebody who prints and somebody who saves in the same school do not wait in a circle', async () => {
  const records = await recordsOf(node.current, taskId)
  const [one, other] = records.map(({ recordId }) => recordId)
  const warned = 'update warning set reminders = reminders + 1 where school_org_id = $1 and ended is null'
  let saving: Promise<void> | undefined
  await runTransaction(node.current, async (client) => {
    // As printing does: first warnings, at the commit the tally.
    await client.query(warned, [orgId])
    saving = runTransaction(node.current, async (writer) => {
      await writer.query('delete from letter where record_id = $1', [other])
      await writer.query(`update screening_record set warning_level = 3, referral = true where id = $1`, [
        one,
      ])
    })
    await untilLocksAreAwaited(node.current)
    await client.query('update letter set opened_at = now() where task_id = $1 and record_id <> $2', [
      taskId,
      other,
    ])
  })
  await saving
  await right()
})
