// Random histories of two schools against a small model of what should come of them.
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { yearsOf } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { makeRandom, type Random } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { apply, decide, nextYear } from '../testing/life-cycle.ts'
import { accountOf, demoUser, must } from '../testing/people.ts'
import { newSchool, newStudent } from '../testing/roster.ts'
import { enrolmentsOf, faults, studentPlace } from '../testing/roster-state.ts'

const app = useApp()
const { moveStudents, leaveStudents, recoverStudents, advance, undoAdvance, historyPageList } =
  studentEndpoints

const region = demoUser(app, 'region01')
const health = demoUser(app, accountOf('330106-卫健'))

type Stay = { orgId: number; classId: number; left: 10 | 20 | null; ended: boolean; recovered: boolean }
type Child = { id: number; stays: Stay[] }
type Room = { id: number; orgId: number; stage: number; gradeNo: number; closed: boolean }
type Promotion = {
  id: number
  moved: { room: Room; from: Room }[]
  gone: Stay[]
  touched: boolean
  thisYear: boolean
}
type Model = { children: Child[]; rooms: Room[]; promotions: Map<number, Promotion[]>; random: Random }

const lastStay = (child: Child) => child.stays.at(-1) as Stay
const atSchool = (child: Child) => !lastStay(child).ended
const openRooms = ({ rooms }: Model, orgId: number) =>
  rooms.filter((room) => room.orgId === orgId && !room.closed)
const roomOf = ({ rooms }: Model, classId: number) => rooms.find(({ id }) => id === classId) as Room
const newStay = (orgId: number, classId: number): Stay => ({
  orgId,
  classId,
  left: null,
  ended: false,
  recovered: false,
})
/** Whatever happens to a school's students keeps its promotions from being undone. */
function touch({ promotions }: Model, ...orgIds: number[]) {
  for (const orgId of orgIds) for (const each of promotions.get(orgId) ?? []) each.touched = true
}

/** What took effect in any of the histories. */
const happened = new Set<string>()

/** Each act does something at random, says what must come of it, and takes it over into the model. */
const ACTS: Record<string, (model: Model) => Promise<void>> = {
  async add(model) {
    const room = model.random.pick(model.rooms.filter(({ closed }) => !closed))
    const { studentId } = await newStudent(region, room.id)
    model.children.push({ id: studentId, stays: [newStay(room.orgId, room.id)] })
    touch(model, room.orgId)
  },

  async move(model) {
    const child = pick(model, atSchool)
    if (!child) return
    const stay = lastStay(child)
    const target = model.random.pick(model.rooms)
    const answer = await region.call(moveStudents, { studentIds: [child.id], newClassId: target.id })
    if (target.closed) return expectCode(answer, REFUSALS.notInThisState)
    if (target.orgId !== stay.orgId) return expectCode(answer, 700)
    expect(answer.data).toEqual({ changed: target.id === stay.classId ? 0 : 1 })
    if (target.id === stay.classId) return
    stay.ended = true
    child.stays.push(newStay(target.orgId, target.id))
    touch(model, target.orgId)
    happened.add('move')
  },

  async leave(model) {
    const child = pick(model, () => true)
    if (!child) return
    const historyType = model.random.pick([10, 20] as const)
    const answer = await region.call(leaveStudents, { studentIds: [child.id], historyType })
    if (!atSchool(child)) return expectCode(answer, 650)
    expectCode(answer, 200)
    Object.assign(lastStay(child), { ended: true, left: historyType })
    touch(model, lastStay(child).orgId)
  },

  async recover(model) {
    const child = pick(model, ({ stays }) => stays.some(({ left, recovered }) => left && !recovered))
    if (!child) return
    const records = child.stays.filter(({ left, recovered }) => left && !recovered)
    const stay = model.random.pick(records)
    const index = child.stays.indexOf(stay)
    const recordId = (await enrolmentsOf(app.current, child.id))[index]?.id ?? 0
    const chosen = model.random.chance(0.5) ? undefined : model.random.pick(openRooms(model, stay.orgId))
    const answer = await region.call(recoverStudents, { recordIds: [recordId], classId: chosen?.id })
    const possible = !atSchool(child) && stay === lastStay(child)
    if (!possible) return expectCode(answer, REFUSALS.notInThisState)
    if (!chosen && roomOf(model, stay.classId).closed) return expectCode(answer, 700)
    expectCode(answer, 200)
    stay.recovered = true
    happened.add('recover')
    child.stays.push(newStay(stay.orgId, chosen?.id ?? stay.classId))
    touch(model, stay.orgId)
  },

  async transfer(model) {
    const child = pick(model, atSchool)
    const orgId = child && [...model.promotions.keys()].find((id) => id !== lastStay(child).orgId)
    if (!child || !orgId) return
    const target = model.random.pick(openRooms(model, orgId))
    const applicationId = await apply(region, child.id, { orgId, classId: target.id })
    const passed = model.random.chance(0.7)
    expectCode(await decide(health, [applicationId], passed), 200)
    if (!passed) return
    happened.add('transfer')
    const stay = lastStay(child)
    Object.assign(stay, { ended: true, left: 10 })
    child.stays.push(newStay(orgId, target.id))
    touch(model, stay.orgId, orgId)
  },

  async promote(model) {
    const orgId = model.random.pick([...model.promotions.keys()])
    const done = model.promotions.get(orgId) ?? []
    if (openRooms(model, orgId).length < 3) return
    const goesOn =
      model.random.chance(0.5) && model.rooms.some((room) => room.orgId === orgId && room.stage === 3)
    const input = { orgId, continueStages: goesOn ? [2 as const] : [] }
    if (done.at(-1)?.thisYear && model.random.chance(0.3)) {
      return expectCode(await region.call(advance, input), REFUSALS.notInThisState)
    }
    await nextYear(app.current, orgId)
    const { advanceId } = await must(region.call(advance, input))
    const promotion: Promotion = { id: advanceId, moved: [], gone: [], touched: false, thisYear: true }
    for (const each of done) Object.assign(each, { touched: true, thisYear: false })
    for (const room of openRooms(model, orgId)) goUp(model, promotion, room, goesOn)
    done.push(promotion)
    happened.add(promotion.gone.length > 0 ? 'graduation' : 'promotion')
  },

  async undo(model) {
    const orgId = model.random.pick([...model.promotions.keys()])
    const done = model.promotions.get(orgId) ?? []
    const last = done.at(-1)
    if (!last) return
    const answer = await region.call(undoAdvance, { orgId, advanceId: last.id })
    const elsewhere = last.gone.some((stay) => lastStay(childOf(model, stay)) !== stay)
    if (last.touched || elsewhere) return expectCode(answer, REFUSALS.notInThisState)
    expect(answer.data).toEqual({ changed: last.moved.length })
    for (const { room, from } of last.moved) Object.assign(room, from)
    for (const stay of last.gone) Object.assign(stay, { ended: false, left: null })
    done.pop()
    happened.add(last.gone.length > 0 ? 'undone graduation' : 'undone promotion')
    for (const each of done) each.touched = true
  },
}

const childOf = ({ children }: Model, stay: Stay) =>
  children.find(({ stays }) => stays.includes(stay)) as Child
const expectCode = (answer: { code: number; message: string }, code: number) =>
  expect(answer).toMatchObject({ code })
function pick({ children, random }: Model, fits: (child: Child) => boolean): Child | undefined {
  const fitting = children.filter(fits)
  return fitting.length > 0 ? random.pick(fitting) : undefined
}

function goUp(model: Model, promotion: Promotion, room: Room, goesOn: boolean) {
  promotion.moved.push({ room, from: { ...room } })
  if (room.gradeNo < yearsOf(room.stage)) room.gradeNo += 1
  else if (room.stage === 2 && goesOn) Object.assign(room, { stage: 3, gradeNo: 1 })
  else {
    room.closed = true
    for (const child of model.children) {
      const stay = lastStay(child)
      if (stay.ended || stay.classId !== room.id) continue
      Object.assign(stay, { ended: true, left: 20 })
      promotion.gone.push(stay)
    }
  }
}

async function newModel(seed: string): Promise<Model> {
  const model: Model = { children: [], rooms: [], promotions: new Map(), random: makeRandom(seed) }
  for (const stages of [[2, 3], [2]] as (2 | 3)[][]) {
    const orgId = await newSchool(app.current, region, { stages })
    model.promotions.set(orgId, [])
    for (const prefix of stages) {
      for (let gradeNo = 1; gradeNo <= yearsOf(prefix); gradeNo++)
        await must(region.call(schoolEndpoints.addGrade, { orgId, prefix, gradeNo, classCount: 1 }))
    }
    for (const each of await must(region.call(schoolEndpoints.classList, { orgId })))
      model.rooms.push({ id: each.classId, orgId, ...gradeOf(each.gradeName), closed: false })
  }
  return model
}
const NAMES = ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级', '初一', '初二', '初三']
function gradeOf(name: string) {
  const index = NAMES.indexOf(name)
  return { stage: index < 6 ? 2 : 3, gradeNo: index < 6 ? index + 1 : index - 5 }
}

async function expectSame(model: Model) {
  expect(await faults(app.current)).toEqual([])
  for (const child of model.children) {
    const rows = await enrolmentsOf(app.current, child.id)
    const stays = rows.map(({ orgId, classId, historyType, toOn, recoveredAt }) => {
      return { orgId, classId, left: historyType, ended: toOn !== null, recovered: recoveredAt !== null }
    })
    expect(stays).toEqual(child.stays)
    const { orgId, classId, left, ended } = lastStay(child)
    const place = { orgId, classId: ended ? null : classId, leftAs: ended ? left : null }
    expect(await studentPlace(app.current, child.id)).toMatchObject(place)
  }
  for (const orgId of model.promotions.keys()) {
    const classes = await must(region.call(schoolEndpoints.classList, { orgId }))
    const rooms = classes.map((each) => ({ id: each.classId, ...gradeOf(each.gradeName) }))
    const expected = openRooms(model, orgId).map(({ id, stage, gradeNo }) => ({ id, stage, gradeNo }))
    expect(rooms.toSorted((a, b) => a.id - b.id)).toEqual(expected.toSorted((a, b) => a.id - b.id))
    const records = model.children.flatMap(({ stays }) =>
      stays.filter((stay) => stay.orgId === orgId && stay.left && !stay.recovered),
    )
    expect((await must(region.call(historyPageList, { orgId }))).total).toBe(records.length)
  }
}

describe('whatever happens', () => {
  const names = ['add', 'add', 'move', 'move', 'leave', 'recover', 'transfer', 'promote', 'undo', 'undo']
  test.each(['甲', '乙', '丙', '丁'])('in history %s, the schools are as the model says', async (seed) => {
    const model = await newModel(seed)
    for (let n = 0; n < 6; n++) await ACTS.add?.(model)
    for (let step = 1; step <= 60; step++) {
      await ACTS[model.random.pick(names)]?.(model)
      if (step % 20 === 0) await expectSame(model)
    }
  })

  test('and everything did happen', () => {
    const undone = ['undone graduation', 'undone promotion']
    const all = ['graduation', 'move', 'promotion', 'recover', 'transfer', ...undone]
    expect([...happened].sort()).toEqual(all)
  })
})
