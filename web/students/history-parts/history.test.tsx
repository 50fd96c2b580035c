import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HistoryStatus, StudentStatus, StudentType } from '#contract/core/codes.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryInfo, HistoryRow, HistoryTree } from '#contract/students/schemas.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { DISTRICT_NAME } from '#web/testing/samples/areas.ts'
import { GRADES, pageOf } from '#web/testing/samples/schools.ts'
import { enrolment } from '#web/testing/samples/students.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { studentVisit } from '#web/testing/samples/visits.ts'
import { findRow } from '#web/testing/screen-actions.ts'

const LIST = '/schools/student-history'
const CLASSES = '/schools/student-history-class'
const FILE = '/schools/student-info-history'
const { historyInfo, historyOfClass, historyPageList, historyTree, historyTreeOfTeacher, recoverStudents } =
  studentEndpoints
const { graduated, transferredOut } = HistoryStatus.code

const gone = (change: Partial<HistoryRow> = {}): HistoryRow => ({
  recordId: 501,
  studentId: 1001,
  name: '陈一诺',
  sex: 2,
  birthDate: '2019-05-04',
  idCard: '330106************',
  passportNo: null,
  studentNo: null,
  orgId: ORG_IDS.school,
  orgName: '文一路小学',
  gradeName: '一年级',
  className: '1班',
  historyType: transferredOut,
  leftOn: '2026-10-08',
  schoolYear: 2026,
  reason: '家庭搬迁',
  recoverable: true,
  ...change,
})
const ELSEWHERE = gone({ recordId: 502, studentId: 1002, name: '林小宇', recoverable: false })
const info: HistoryInfo = {
  ...gone(),
  studentType: StudentType.code.mainland,
  status: StudentStatus.code.own,
  nation: '01',
  nativePlace: null,
  parentName: '陈明',
  parentPhone: '138****0002',
  areaName: DISTRICT_NAME,
  endedBy: '周校医',
  enrolments: [enrolment({ toOn: '2026-10-08', historyType: transferredOut, reason: '家庭搬迁' })],
}
const TREE: HistoryTree = [2026, 2025].map((schoolYear) => ({
  schoolYear,
  schoolYearName: `${schoolYear}-${schoolYear + 1}学年`,
  count: 3,
  classes: [
    {
      classId: schoolYear * 10,
      className: '1班',
      gradeId: 11,
      gradeName: '一年级',
      transferredOut: 1,
      graduated: 2,
    },
  ],
}))

function server(rows: HistoryRow[] = [gone(), ELSEWHERE]) {
  return fakeApi()
    .answer(historyPageList, pageOf(rows))
    .answer(historyOfClass, pageOf(rows))
    .answer(studentEndpoints.historyTypes, [
      { historyType: transferredOut, name: '转出' },
      { historyType: graduated, name: '毕业' },
    ])
    .answer(historyTree, TREE)
    .answer(historyTreeOfTeacher, TREE.slice(0, 1))
    .answer(historyInfo, info)
    .answer(studentEndpoints.historySchools, [])
    .answer(visitEndpoints.studentVisits, [studentVisit({ mayWithdraw: false })])
    .answer(schoolEndpoints.getClassByOrg, GRADES)
    .answer(schoolEndpoints.searchSchool, pageOf([]))
}

async function open(address: string, as = userOf('SA'), api = server()) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}

describe('those who left', () => {
  it('are listed with masked numbers; who studies elsewhere cannot be taken back', async () => {
    await open(LIST)
    const row = await findRow('陈一诺')
    expect(row.getByText('330106************')).toBeTruthy()
    expect(row.getByText('家庭搬迁')).toBeTruthy()
    const other = await findRow('林小宇')
    expect(other.getByText('已在他校').title).toBe('已在其他学校就读')
    expect(other.queryByRole('button', { name: '恢复' })).toBeNull()
    expect(other.queryByRole('checkbox')).toBeNull()
  })

  it('are those of the own school for who has one, whatever the address says', async () => {
    const { api } = await open(`${LIST}?orgId=999`)
    await findRow('陈一诺')
    expect(api.calls(historyPageList)).toMatchObject([{ orgId: ORG_IDS.school }])
    expect(screen.queryByRole('combobox', { name: '学校' })).toBeNull()
  })

  it('are narrowed by where they went, and the address says so', async () => {
    const { api, user } = await open(LIST)
    await findRow('陈一诺')
    await choose(user, screen.getByRole('combobox', { name: '去向' }), '毕业')
    await waitFor(() => expect(api.calls(historyPageList).at(-1)).toMatchObject({ historyType: graduated }))
    expect(currentAddress()).toBe(`${LIST}?historyType=${graduated}`)
  })

  it('are only looked at by a teacher', async () => {
    await open(LIST, userOf('ST'))
    const row = await findRow('陈一诺')
    expect(row.queryByRole('button', { name: '恢复' })).toBeNull()
    expect(row.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /导\s*出/ })).toBeNull()
  })
})

describe('taking somebody back', () => {
  async function start(rows?: HistoryRow[]) {
    const opened = await open(LIST, userOf('SA'), server(rows))
    await opened.user.click((await findRow('陈一诺')).getByRole('button', { name: '恢复' }))
    const dialog = within(await screen.findByRole('dialog', { name: '恢复学生“陈一诺”' }))
    return { ...opened, dialog, submit: dialog.getByRole('button', { name: /^恢\s*复$/ }) }
  }

  it('goes into the old class unless another is chosen', async () => {
    const { api, dialog, submit, user } = await start()
    expect(dialog.getByRole('radio', { name: '原班级（离校时为一年级1班）' })).toHaveProperty('checked', true)
    api.answer(recoverStudents, { changed: 1 })
    await user.click(submit)
    expect(await screen.findByText('已恢复 1 名学生')).toBeTruthy()
    expect(api.calls(recoverStudents)).toEqual([{ recordIds: [501] }])
  })

  it('who has graduated needs a class', async () => {
    const { api, dialog, submit, user } = await start([gone({ historyType: graduated })])
    await user.click(submit)
    expect(await dialog.findByText('请选择班级')).toBeTruthy()
    api.answer(recoverStudents, { changed: 1 })
    await choose(user, dialog.getByRole('combobox', { name: '班级' }), '一年级2班')
    await user.click(submit)
    await waitFor(() => expect(api.calls(recoverStudents)).toEqual([{ recordIds: [501], classId: 112 }]))
  })

  it('into a class that is gone leads to choosing another', async () => {
    const { api, dialog, submit, user } = await start()
    const message = '原班级已不存在，请另选班级'
    api.refuse(recoverStudents, 700, message, [{ path: ['classId'], message }])
    await user.click(submit)
    expect(await dialog.findByRole('combobox', { name: '班级' })).toBeTruthy()
    expect(dialog.getByRole('radio', { name: '另选班级' })).toHaveProperty('checked', true)
  })

  it('several at once are of one school', async () => {
    const far = gone({ recordId: 503, name: '吴思远', orgId: 101, orgName: '学军小学' })
    const { user } = await open(LIST, userOf('GD'), server([gone(), far]))
    const batch = await screen.findByRole('button', { name: '批量恢复' })
    expect(batch).toHaveProperty('disabled', true)
    await user.click(await screen.findByRole('checkbox', { name: '选择陈一诺' }))
    expect(screen.getByRole('button', { name: '批量恢复（1）' })).toHaveProperty('disabled', false)
    await user.click(screen.getByRole('checkbox', { name: '选择吴思远' }))
    expect(screen.getByRole('button', { name: '批量恢复（2）' })).toHaveProperty('disabled', true)
  })
})

describe('by school year and class', () => {
  it('a year is chosen in the tree, and the address says so', async () => {
    const { api, user } = await open(CLASSES)
    await user.click(await screen.findByText('2025-2026学年'))
    await waitFor(() => expect(api.calls(historyOfClass).at(-1)).toMatchObject({ schoolYear: 2025 }))
    expect(currentAddress()).toBe(`${CLASSES}?schoolYear=2025`)
  })

  it('a class says how many left it which way', async () => {
    const { api, user } = await open(CLASSES)
    expect(await screen.findByText('转出 1 毕业 2')).toBeTruthy()
    await user.click(screen.getByText('一年级1班', { selector: '.ant-tree *' }))
    await waitFor(() => expect(api.calls(historyOfClass).at(-1)).toMatchObject({ classId: 20260 }))
  })

  it('an officer chooses a school first', async () => {
    const { api } = await open(CLASSES, userOf('GD'))
    expect(await screen.findByText('请先选择学校')).toBeTruthy()
    expect(api.calls(historyOfClass)).toEqual([])
  })

  it('a teacher sees the own classes', async () => {
    const { api } = await open(CLASSES, userOf('ST'))
    expect(await screen.findByText('2026-2027学年')).toBeTruthy()
    expect(screen.queryByText('2025-2026学年')).toBeNull()
    expect(api.calls(historyTree)).toEqual([])
  })
})

describe('the file of somebody who left', () => {
  it('is found by the name where the address names nobody', async () => {
    const { api, user } = await open(FILE)
    expect(await screen.findByText('没有选择学生')).toBeTruthy()
    expect(api.calls(historyPageList)).toEqual([])
    await fill(user, screen.getByRole('searchbox', { name: '学生姓名' }), '陈一诺')
    await user.keyboard('{Enter}')
    const link = (await findRow('陈一诺')).getByRole('link', { name: '查看' })
    expect(link.getAttribute('href')).toBe(`${FILE}?recordId=501`)
    expect(currentAddress()).toBe(`${FILE}?name=${encodeURIComponent('陈一诺')}`)
  })

  it('says when, whither and why', async () => {
    await open(`${FILE}?recordId=501`)
    expect(await screen.findByText('离校情况')).toBeTruthy()
    expect(screen.getByText('周校医')).toBeTruthy()
    expect(await screen.findByText('24.37 / 23.90')).toBeTruthy()
    expect(screen.getByText('眼轴长度')).toBeTruthy()
    expect(screen.queryByText('登记就诊')).toBeNull()
    expect(screen.getAllByText('家庭搬迁').length).toBeGreaterThan(0)
    expect(document.body.textContent).not.toMatch(/\d{17}[\dX]/)
  })

  it('of somebody who is back at school says so', async () => {
    await open(`${FILE}?recordId=501`, userOf('SA'), server().refuse(historyInfo, 650))
    expect(await screen.findByText('档案无法打开')).toBeTruthy()
    expect(screen.getByText(/学生可能已恢复在校/)).toBeTruthy()
  })
})
