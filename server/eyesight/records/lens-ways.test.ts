// A positive cylinder, a cylinder without axis and an ortho-K power of 0 mean the same by whatever way they come.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { EMPTY_READING } from '#contract/eyesight/reading.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { newDevice, send } from '../../testing/devices.ts'
import { importReadings, type ReadingSite, readingSite } from '../../testing/imports/readings.ts'
import { rowListOf } from '../../testing/imports/task.ts'
import { must, newUser, signedIn } from '../../testing/people.ts'
import { changesTo, recordOf, savedRow, saveRow, type Typed } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { applyCorrection, conflictPageList, drawRetest, resolveConflict, saveRetest } = recordEndpoints

const VISION = { glasses: 1, nakedRight: 5, nakedLeft: 5 } as const satisfies Typed
/** −1.00 +0.50 × 100 in the right eye. */
const PLUS = {
  ...VISION,
  ...{ sphereRight: -1, cylinderRight: 0.5, axisRight: 100 },
  ...{ sphereLeft: 0, cylinderLeft: 0 },
} as const satisfies Typed
const TURNED = { sphere_right: -50, cylinder_right: -50, axis_right: 10, se_right: -750, state: 2 }
const { axisRight: _, ...PLUS_WITHOUT_AXIS } = PLUS
const NO_AXIS = { sphere_right: -50, cylinder_right: -50, axis_right: null, state: 3 }
const LENS = { glasses: 4, correctedRight: 5, correctedLeft: 5, orthoKRight: 0, orthoKLeft: 0 } as const
const NO_POWER = { ortho_k_right: null, ortho_k_left: null, state: 2, myopia: true, myopia_degree: 0 }

let site: ReadingSite
let next = 0
const nextPlace = () => next++
beforeAll(async () => {
  site = await readingSite(node.current, { roster: { classes: 1, studentsPerClass: 30 } })
})
const stored = (place: number) => recordOf(node.current, site.at(place))

const WAYS: Record<string, (place: number, fields: Typed) => Promise<unknown>> = {
  hand: (place, fields) => savedRow(site.admin, site.taskId, site.at(place), fields),
  sheet: async (place, fields) => {
    const glasses = fields.glasses === 4 ? '角膜塑形镜' : '未戴镜'
    const { result } = await importReadings(site, [site.row(place, { ...fields, glasses } as never)])
    expect(result.stuFailInfoList).toEqual([])
  },
  device: async (place, fields) => {
    const device = await newDevice(site.admin)
    const recordId = site.at(place)
    const answer = await must(
      send(node.current, device, [{ readingNo: `L${place}`, recordId, reading: fields }]),
    )
    expect(answer).toMatchObject({ results: [{ outcome: 'taken' }] })
  },
}

describe.each(Object.entries(WAYS))('by %s', (_way, enter) => {
  test('a positive cylinder is turned', async () => {
    const place = nextPlace()
    await enter(place, PLUS)
    expect(await stored(place)).toMatchObject(TURNED)
  })

  test('a cylinder without axis is stored, and the record invalid', async () => {
    const place = nextPlace()
    await enter(place, PLUS_WITHOUT_AXIS)
    expect(await stored(place)).toMatchObject(NO_AXIS)
  })

  test('a lens of power 0 is none', async () => {
    const place = nextPlace()
    await enter(place, LENS)
    expect(await stored(place)).toMatchObject(NO_POWER)
  })
})

describe('by hand', () => {
  test('the same request again changes nothing', async () => {
    const id = site.at(nextPlace())
    await savedRow(site.admin, site.taskId, id, PLUS)
    const row = await savedRow(site.admin, site.taskId, id, PLUS)
    expect(row).toMatchObject({
      version: 2,
      fields: { sphereRight: -0.5, cylinderRight: -0.5, axisRight: 10 },
    })
  })

  test('a positive cylinder is not turned with a sphere or an axis that it did not come with', async () => {
    const id = site.at(nextPlace())
    await savedRow(site.admin, site.taskId, id, { sphereRight: -1, axisRight: 90 })
    const alone = await saveRow(site.admin, site.taskId, id, { cylinderRight: 0.5 })
    expect(alone).toMatchObject({ code: 700, message: expect.stringMatching(/要与球镜、轴位一起填写/) })
    const withSphere = { sphereRight: -1, cylinderRight: 0.5 }
    const half = await saveRow(site.admin, site.taskId, id, withSphere, { sphereRight: -1 })
    expect(half.code).toBe(700)
    const tooFar = { sphereRight: 19, cylinderRight: 2, axisRight: 5 }
    expect(
      (await saveRow(site.admin, site.taskId, id, tooFar, { sphereRight: -1, axisRight: 90 })).message,
    ).toMatch(/球镜超过 20/)
    expect(await recordOf(node.current, id)).toMatchObject({ sphere_right: -100, cylinder_right: null })
  })
})

test('a sheet shows in its preview what it will write, and that an axis is missing', async () => {
  const [turned, lacking] = [nextPlace(), nextPlace()]
  await savedRow(site.admin, site.taskId, site.at(turned), VISION)
  const rows = [site.row(turned, { ...PLUS, glasses: '未戴镜' }), site.row(lacking, PLUS_WITHOUT_AXIS)]
  const { recordId } = await importReadings(site, rows, { preview: true })
  const [first, second] = await rowListOf({ by: site.admin }, recordId)
  expect(first?.changes).toContainEqual({ field: '柱镜（右）', from: '', to: '-0.50' })
  expect(second?.conclusion).toBe('数据不完整：缺轴位（右）')
})

test('a conflict that somebody takes is written like any reading', async () => {
  const place = nextPlace()
  await savedRow(site.admin, site.taskId, site.at(place), { ...VISION, sphereRight: -3, cylinderRight: 0 })
  await importReadings(site, [site.row(place, { ...PLUS, glasses: '未戴镜' })])
  const { planId, taskId } = site
  const { list } = await must(site.admin.call(conflictPageList, { planId, taskId, pageSize: 50 }))
  const conflict = list.find(({ recordId }) => recordId === site.at(place))
  expect(conflict?.fields).toContainEqual({ label: '柱镜（右）', present: '0.00', incoming: '-0.50' })
  await must(site.admin.call(resolveConflict, { conflictId: conflict?.conflictId ?? 0, take: true }))
  expect(await stored(place)).toMatchObject(TURNED)
})

test('a second reading is compared in the same way of writing', async () => {
  const own = await readingSite(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
  await savedRow(own.admin, own.taskId, own.at(0), PLUS)
  await must(own.admin.call(drawRetest, { taskId: own.taskId }))
  const { account } = await newUser(node.current, own.orgId, 30)
  const other = await signedIn(node.current, account)
  const reading = { ...EMPTY_READING, ...PLUS, orthoKRight: 0 }
  const saved = await must(other.call(saveRetest, { recordId: own.at(0), reading }))
  expect(saved.items.filter(({ over }) => over)).toEqual([])
  expect((await must(other.call(saveRetest, { recordId: own.at(0), reading }))).done).toBe(true)
  const [second] = await rowsOf<{ reading: Typed }>(
    node.current,
    'select reading from retest where record_id = $1',
    [own.at(0)],
  )
  expect(second?.reading).toMatchObject({
    sphereRight: -50,
    cylinderRight: -50,
    axisRight: 10,
    orthoKRight: null,
  })
})

test('a correction is applied for and written in the same way of writing', async () => {
  const own = await readingSite(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
  const recordId = own.at(0)
  await savedRow(own.admin, own.taskId, recordId, { ...PLUS, cylinderRight: 0 })
  const [task] = await rowsOf<{ version: number }>(node.current, 'select version from task where id = $1', [
    own.taskId,
  ])
  await must(own.by.call(taskEndpoints.completeTask, { taskId: own.taskId, version: task?.version ?? 0 }))
  const lens = { sphereRight: -1, cylinderRight: 0.5, axisRight: 100 }
  const changes = changesTo(lens, { ...lens, cylinderRight: 0 }) as never
  const { approvalId } = await must(
    own.admin.call(applyCorrection, { recordId, changes, reason: '登记时漏写符号' }),
  )
  const detail = await must(own.by.call(approvalEndpoints.approvalDetail, { approvalId }))
  expect(detail.correction?.fields).toContainEqual({ label: '柱镜（右）', before: '0.00', after: '-0.50' })
  await must(own.by.call(approvalEndpoints.decide, { approvalIds: [approvalId], passed: true }))
  expect(await recordOf(node.current, recordId)).toMatchObject(TURNED)
})

test('the figures follow', () => expectFiguresRight(node.current, site.planId))
