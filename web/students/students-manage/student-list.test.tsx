import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Sex, StudentStatus, YesNo } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { answerRoster, STUDENTS } from '#web/testing/samples/rosters.ts'
import { schoolDetail } from '#web/testing/samples/schools.ts'
import { studentRow } from '#web/testing/samples/students.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { goBack } from '#web/testing/screen-actions.ts'

const ADDRESS = '/schools/students-manage'
const { studentPageList } = studentEndpoints

async function open(profile: 'SA' | 'ST' | 'SG' = 'SA', address = ADDRESS, api = answerRoster(fakeApi())) {
  const rendered = await renderScreen(address, { api, as: userOf(profile) })
  await screen.findByRole('navigation', { name: '年级班级' })
  return { ...rendered, api }
}

const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') ?? document.body)
const nameFilter = () => screen.getByRole('searchbox', { name: '姓名' })
const tree = () => within(screen.getByRole('navigation', { name: '年级班级' }))
const lastQuery = (api: ReturnType<typeof fakeApi>) => api.calls(studentPageList).at(-1)

describe('the list of students', () => {
  it('shows of each what tells him apart, numbers masked', async () => {
    await open()
    const row = await rowOf('陈一诺')
    for (const text of ['女', '一年级1班', 'G330106************', '陈明', '138****0002']) {
      expect(row.getByText(text, { exact: false })).toBeTruthy()
    }
    expect(row.getByText('330106************')).toBeTruthy()
    expect(row.getByText(/^2019-05-04（\d+岁）$/)).toBeTruthy()
    expect(screen.getByText('共 2 人')).toBeTruthy()
  })

  it('a name leads to the file of the student', async () => {
    await open()
    const link = await screen.findByRole('link', { name: '陈一诺' })
    expect(link.getAttribute('href')).toBe('/schools/student-info?studentId=1001')
  })

  it('an unusual status of the school record stands beside the type', async () => {
    const students = [studentRow({ status: StudentStatus.code.none })]
    await open('SA', ADDRESS, answerRoster(fakeApi(), { students }))
    expect((await rowOf('陈一诺')).getByText(/无学籍/)).toBeTruthy()
  })

  it('faces have a column only where somebody has a photo', async () => {
    const { unmount } = await open()
    await rowOf('陈一诺')
    expect(screen.queryByRole('columnheader', { name: '人脸' })).toBeNull()
    unmount()
    const students = [studentRow({ faceCollected: YesNo.code.yes }), ...STUDENTS.slice(1)]
    await open('SA', ADDRESS, answerRoster(fakeApi(), { students }))
    expect((await rowOf('陈一诺')).getByText('已采集')).toBeTruthy()
    expect((await rowOf('林小宇')).getByText('未采集')).toBeTruthy()
  })

  it('a total that is open at its end says so', async () => {
    await open('SA', ADDRESS, answerRoster(fakeApi(), { more: true }))
    expect(await screen.findByText('共 2+ 人')).toBeTruthy()
  })

  it('that cannot be loaded says why and can be asked for again', async () => {
    const api = answerRoster(fakeApi()).refuse(studentPageList, 503)
    const { user } = await open('SA', ADDRESS, api)
    expect(await screen.findByText('列表加载失败')).toBeTruthy()
    answerRoster(api)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await rowOf('陈一诺')).toBeTruthy()
  })
})

describe('filters', () => {
  it('are read from the address', async () => {
    const { api } = await open('SA', `${ADDRESS}?name=陈&sex=2&classId=111&pageNum=1`)
    await rowOf('陈一诺')
    expect(lastQuery(api)).toEqual({
      orgId: ORG_IDS.school,
      name: '陈',
      sex: Sex.code.female,
      classId: 111,
      pageNum: 1,
      pageSize: 20,
    })
    expect(nameFilter()).toHaveProperty('value', '陈')
    const sexFilter = screen.getByRole('combobox', { name: '性别' }).closest('.ant-select')
    expect(sexFilter?.textContent).toContain('女')
  })

  it('are written to the address, and start at the first page again', async () => {
    const { api, user } = await open('SA', `${ADDRESS}?pageNum=1&pageSize=15`)
    await rowOf('陈一诺')
    await choose(user, screen.getByRole('combobox', { name: '性别' }), '女')
    await waitFor(() =>
      expect(lastQuery(api)).toMatchObject({ sex: Sex.code.female, pageNum: 1, pageSize: 15 }),
    )
    expect(currentAddress()).toBe(`${ADDRESS}?pageSize=15&sex=2`)
  })

  it('by name search on Enter, not while typing', async () => {
    const { api, user } = await open()
    await rowOf('陈一诺')
    const before = api.calls(studentPageList).length
    await user.type(nameFilter(), ' 林 ')
    expect(api.calls(studentPageList)).toHaveLength(before)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ name: '林' }))
    expect(currentAddress()).toBe(`${ADDRESS}?name=${encodeURIComponent('林')}`)
  })

  it('are taken back by the browser’s way back', async () => {
    const { api, user } = await open('SA', `${ADDRESS}?gradeId=11&sex=1`)
    await rowOf('陈一诺')
    await user.type(nameFilter(), '林{Enter}')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ gradeId: 11, sex: Sex.code.male, name: '林' }))
    await goBack()
    await waitFor(() => expect(nameFilter()).toHaveProperty('value', ''))
    expect(currentAddress()).toBe(`${ADDRESS}?gradeId=11&sex=1`)
    await waitFor(() => expect(tree().getByRole('button', { name: /^一年级/, current: true })).toBeTruthy())
  })

  it('by a number are sent, but stand neither in an address nor in the browser’s memory', async () => {
    const { api, user } = await open()
    const requests = vi.spyOn(globalThis, 'fetch')
    await rowOf('陈一诺')
    await user.type(screen.getByRole('searchbox', { name: '证件号' }), '330106201905040028{Enter}')
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ idCard: '330106201905040028' }))
    await rowOf('陈一诺')
    expect(currentAddress()).toBe(ADDRESS)
    const addresses = requests.mock.calls.map(([address]) => String(address))
    expect(addresses).toContain(studentPageList.path)
    const places = [addresses, { ...localStorage }, { ...sessionStorage }, document.body.textContent]
    expect(JSON.stringify(places)).not.toMatch(/\d{17}[\dX]/)
  })

  it('used rarely are folded away until one is set', async () => {
    const { user } = await open()
    await rowOf('陈一诺')
    expect(screen.queryByRole('combobox', { name: '学籍状态' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /更多筛选/ }))
    expect(screen.getByRole('combobox', { name: '学籍状态' })).toBeTruthy()
  })

  it('are in sight from the start where the address sets a rare one', async () => {
    await open('SA', `${ADDRESS}?screened=0`)
    await rowOf('陈一诺')
    expect(screen.getByRole('combobox', { name: '本学年筛查' })).toBeTruthy()
  })

  it('that fit nobody offer to be cleared', async () => {
    const api = answerRoster(fakeApi(), { students: [] })
    const { user } = await open('SA', `${ADDRESS}?name=无此人`, api)
    expect(await screen.findByText('没有符合条件的学生')).toBeTruthy()
    answerRoster(api)
    const note = within(screen.getByText('没有符合条件的学生').closest('td') ?? document.body)
    await user.click(note.getByRole('button', { name: '清空筛选' }))
    expect(await rowOf('陈一诺')).toBeTruthy()
    expect(currentAddress()).toBe(ADDRESS)
  })
})

describe('grades and classes', () => {
  it('stand beside the list with their head counts', async () => {
    await open()
    expect(tree().getByRole('button', { name: /全部学生.*119/ })).toBeTruthy()
    expect(tree().getByRole('button', { name: /一年级.*78/ })).toBeTruthy()
    expect(tree().getByRole('button', { name: /^2班.*38/ })).toBeTruthy()
  })

  it('choose whose students are listed', async () => {
    const { api, user } = await open()
    await user.click(tree().getByRole('button', { name: /^2班/ }))
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ classId: 112 }))
    expect(currentAddress()).toBe(`${ADDRESS}?classId=112`)
    await waitFor(() =>
      expect(tree().getByRole('button', { name: /^2班/ }).getAttribute('aria-current')).toBe('true'),
    )
  })

  it('are gone through by the arrow keys', async () => {
    const { user } = await open()
    tree()
      .getByRole('button', { name: /全部学生/ })
      .focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('一年级')
    await user.keyboard('{ArrowLeft}')
    expect(tree().queryByRole('button', { name: /^2班/ })).toBeNull()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('1班')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?classId=111`))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-current')).toBe('true'))
    expect(document.activeElement?.textContent).toContain('1班')
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect(tree().queryByRole('button', { name: /^2班/ })).toBeNull()
  })

  it.each(['SA', 'ST'] as const)(
    'that %s does not see, or that are gone, lead to the whole school',
    async (profile) => {
      await open(profile, `${ADDRESS}?classId=999`)
      await waitFor(() => expect(currentAddress()).toBe(ADDRESS))
    },
  )

  it('that cannot be loaded can be asked for again', async () => {
    const api = answerRoster(fakeApi()).refuse(schoolEndpoints.gradeList, 503)
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('年级班级加载失败')).toBeTruthy()
    answerRoster(api)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('navigation', { name: '年级班级' })).toBeTruthy()
  })
})

describe('a place without students', () => {
  const empty = (grades = answerRoster) => grades(fakeApi(), { students: [] })

  it('says which class it is, and offers to add one', async () => {
    await open('SA', `${ADDRESS}?classId=111`, empty())
    expect(await screen.findByText('一年级1班还没有学生')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /新增学生/ })).toHaveLength(2)
  })

  it('sends those who may not add to the administrator', async () => {
    await open('ST', `${ADDRESS}?classId=111`, empty())
    expect(await screen.findByText('请联系学校管理员登记学生')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /新增学生/ })).toBeNull()
  })

  it('begins with the grades where there are none', async () => {
    const api = answerRoster(fakeApi(), { students: [], grades: [] })
    await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('先建立年级')).toBeTruthy()
  })

  it('tells a teacher without classes whom to ask', async () => {
    const api = answerRoster(fakeApi(), { students: [], grades: [] })
    await renderScreen(ADDRESS, { api, as: userOf('ST') })
    expect(await screen.findByText('请联系学校管理员，在权限管理中为您分配班级')).toBeTruthy()
  })

  it('tells an officer who may not make grades whom to ask', async () => {
    const api = answerRoster(fakeApi(), { students: [], grades: [] }).answer(
      orgEndpoints.schoolDetail,
      schoolDetail(),
    )
    await renderScreen(`${ADDRESS}?orgId=100`, { api, as: userOf('GP') })
    expect(await screen.findByText('请联系学校管理员建立年级和班级')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /新增年级/ })).toBeNull()
  })
})

describe('an officer', () => {
  it('sees all schools of his range until he chooses one', async () => {
    const api = answerRoster(fakeApi())
    await renderScreen(ADDRESS, { api, as: userOf('GD') })
    expect((await rowOf('陈一诺')).getByText('文一路小学')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '年级班级' })).toBeNull()
    expect(screen.getByText('选择一所学校，管理它的年级、班级和学生')).toBeTruthy()
    expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20 })
  })

  it('never asks for an area outside his range, whatever the address says', async () => {
    const api = answerRoster(fakeApi())
    await renderScreen(`${ADDRESS}?provinceId=440000&cityId=440100`, { api, as: userOf('GD') })
    await rowOf('陈一诺')
    expect(lastQuery(api)).toEqual({ pageNum: 1, pageSize: 20 })
  })

  it('who comes for one school sees its grades and classes', async () => {
    const api = answerRoster(fakeApi()).answer(orgEndpoints.schoolDetail, schoolDetail())
    await renderScreen(`${ADDRESS}?orgId=100`, { api, as: userOf('GD') })
    expect(await screen.findByRole('navigation', { name: '年级班级' })).toBeTruthy()
    await waitFor(() => expect(lastQuery(api)).toMatchObject({ orgId: 100 }))
    await screen.findByText('文一路小学')
  })

  it('stays with that school whatever he filters by, or clears', async () => {
    const api = answerRoster(fakeApi()).answer(orgEndpoints.schoolDetail, schoolDetail())
    const { user } = await renderScreen(`${ADDRESS}?orgId=100`, { api, as: userOf('GD') })
    await user.click(await screen.findByRole('button', { name: /^一年级.*78/ }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?orgId=100&gradeId=11`))
    await choose(user, screen.getByRole('combobox', { name: '性别' }), '男')
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?orgId=100&gradeId=11&sex=1`))
    await user.click(tree().getByRole('button', { name: /全部学生/ }))
    await user.click(screen.getByRole('button', { name: '清空筛选' }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?orgId=100`))
    await waitFor(() => expect(lastQuery(api)).toEqual({ orgId: 100, pageNum: 1, pageSize: 20 }))
  })
})
