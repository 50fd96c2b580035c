import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { HistoryStatus, YesNo } from '#contract/core/codes.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { WARNING_LEGEND } from '#contract/eyesight/warning-words.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { StudentDetail } from '#contract/students/schemas.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { recordRow } from '#web/testing/samples/record-rows.ts'
import { enrolment, studentDetail } from '#web/testing/samples/students.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { studentVisit } from '#web/testing/samples/visits.ts'

const ADDRESS = '/schools/student-info?studentId=1001'
const { facePhoto, printStudent, recordConsent, removeFace, revealStudent, studentViewers } = studentEndpoints
const FULL = {
  name: '陈一诺',
  parentName: null,
  idCard: '330106201905040028',
  passportNo: null,
  studentNo: 'G330106201905040028',
  parentPhone: '13800000002',
}

const NO_HISTORY = { studentId: 1001, studentName: '陈一诺', points: [], progressionPerYear: null }

function server(change: Partial<StudentDetail> = {}) {
  return fakeApi()
    .answer(studentEndpoints.studentDetail, studentDetail(change))
    .answer(eyesightEndpoints.screeningRecord, [])
    .answer(eyesightEndpoints.studentHistory, NO_HISTORY)
    .answer(visitEndpoints.studentVisits, [])
    .answer(studentEndpoints.historySchools, [
      { orgId: ORG_IDS.school, orgName: '文一路小学', fromOn: '2026-09-01', toOn: null },
    ])
}

async function open(change: Partial<StudentDetail> = {}, as = userOf('SA'), address = ADDRESS) {
  const api = server(change)
  const rendered = await renderScreen(address, { api, as })
  await screen.findByRole('heading', { name: '陈一诺' })
  return { ...rendered, api }
}

describe('the file of a student', () => {
  it('says who it is and where he is now, numbers masked', async () => {
    await open()
    expect(screen.getByText('在校')).toBeTruthy()
    expect(screen.getByRole('link', { name: '一年级1班' }).getAttribute('href')).toBe(
      '/schools/students-manage?orgId=100&classId=111',
    )
    for (const text of ['330106************', '138****0002']) expect(screen.getByText(text)).toBeTruthy()
  })

  it('of somebody who has left says since when and from where', async () => {
    await open({ leftAs: HistoryStatus.code.graduated, leftOn: '2026-07-01', classId: null, gradeId: null })
    expect(screen.getByText('已毕业')).toBeTruthy()
    expect(screen.getByText('2026-07-01')).toBeTruthy()
    expect(screen.getByText('离校前：文一路小学 一年级1班')).toBeTruthy()
  })

  it('lists every screening with axis, SE to the thousandth and the level of warning in words', async () => {
    const { fields, conclusion } = recordRow({
      checkedOn: '2026-10-08',
      ...{ sphereRight: -1, cylinderRight: -0.25, axisRight: 175, sphereLeft: -0.5, cylinderLeft: 0 },
    })
    const found = { ...conclusion, seRight: -1.125, seLeft: -0.5, warningLevel: 2 }
    const api = server().answer(eyesightEndpoints.screeningRecord, [
      {
        recordId: 1,
        planId: 1,
        planName: '秋季筛查',
        season: 2,
        schoolYear: 2026,
        ...{ schoolName: '文一路小学', gradeName: '一年级', className: '1班', executorName: '西湖人民医院' },
        age: 7,
        fields,
        conclusion: found,
        source: 1,
      },
    ])
    await renderScreen(ADDRESS, { api, as: userOf('SA') })
    const table = within(await screen.findByRole('region', { name: '历次筛查记录' }))
    expect(await table.findByText('175 / —')).toBeTruthy()
    expect(table.getByText('-1.125 / -0.500')).toBeTruthy()
    expect(table.getByText('二级')).toBeTruthy()
    expect(screen.getByText(WARNING_LEGEND)).toBeTruthy()
  })

  it('tells every stay, the latest first, and how each ended', async () => {
    await open({
      enrolments: [
        enrolment({ recordId: 500, schoolYear: 2025, fromOn: '2025-09-01', toOn: '2026-08-31' }),
        enrolment({
          recordId: 400,
          orgName: '学军小学',
          fromOn: '2024-09-01',
          toOn: '2025-08-31',
          historyType: HistoryStatus.code.transferredOut,
          reason: '随父母迁居',
        }),
        enrolment({ recordId: 500, gradeName: '二年级', fromOn: '2026-09-01' }),
      ],
    })
    const stays = screen.getAllByText(/^20\d\d-09-01 至/).map(({ textContent }) => textContent?.slice(0, 4))
    expect(stays).toEqual(['2026', '2025', '2024'])
    expect(screen.getByText('在读')).toBeTruthy()
    expect(screen.getByText('升级')).toBeTruthy()
    expect(screen.getByText('已转出')).toBeTruthy()
    expect(screen.getByText('原因：随父母迁居')).toBeTruthy()
  })

  it('without screenings says when there will be some', async () => {
    await open()
    expect(await screen.findByText('还没有筛查记录：参加筛查后在此显示')).toBeTruthy()
  })

  it('whose screenings cannot be read still shows the rest', async () => {
    const api = server().refuse(eyesightEndpoints.screeningRecord, 503)
    await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText(/^筛查记录无法打开/)).toBeTruthy()
    expect(screen.getByText('330106************')).toBeTruthy()
  })

  it('that is out of range says what may be the matter, and can be asked for again', async () => {
    const api = server().refuse(studentEndpoints.studentDetail, 650)
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('档案无法打开')).toBeTruthy()
    expect(screen.getByText('数据不存在。学生可能已被删除，或不在您的数据范围内')).toBeTruthy()
    api.answer(studentEndpoints.studentDetail, studentDetail())
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { name: '陈一诺' })).toBeTruthy()
  })

  it('without a student leads to the schools', async () => {
    await renderScreen('/schools/student-info', { api: fakeApi(), as: userOf('SA') })
    expect(await screen.findByText('没有选择学生')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去学校管理' })).toBeTruthy()
  })
})

describe('full numbers', () => {
  async function ask() {
    const opened = await open()
    opened.api.answer(revealStudent, FULL)
    await opened.user.click(screen.getByRole('button', { name: '查看完整信息' }))
    const dialog = within(await screen.findByRole('dialog', { name: '查看“陈一诺”的完整信息' }))
    return { ...opened, dialog }
  }

  it('are shown for a reason, which is sent along', async () => {
    const { api, dialog, user } = await ask()
    await fill(user, dialog.getByLabelText('查看原因'), '核对学籍')
    await user.click(dialog.getByRole('button', { name: '查看' }))
    expect(await screen.findByText('330106201905040028')).toBeTruthy()
    expect(screen.getByText('13800000002')).toBeTruthy()
    expect(api.calls(revealStudent)).toEqual([{ studentId: 1001, reason: '核对学籍' }])
  })

  it('are not shown without one', async () => {
    const { api, dialog, user } = await ask()
    await user.click(dialog.getByRole('button', { name: '查看' }))
    await waitFor(() => expect(dialog.getByLabelText('查看原因').getAttribute('aria-invalid')).toBe('true'))
    expect(api.calls(revealStudent)).toEqual([])
  })

  it('asked for too often are refused, and the dialog closes', async () => {
    const { api, dialog, user } = await ask()
    api.refuse(revealStudent, REFUSALS.tooManyReveals, '每小时最多查看 60 次完整信息')
    await user.click(dialog.getByRole('button', { name: '联系家长' }))
    await user.click(dialog.getByRole('button', { name: '查看' }))
    expect(await screen.findByText('每小时最多查看 60 次完整信息')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('usual reasons are one click away', async () => {
    const { api, dialog, user } = await ask()
    await user.click(dialog.getByRole('button', { name: '联系家长' }))
    await user.click(dialog.getByRole('button', { name: '查看' }))
    await waitFor(() => expect(api.calls(revealStudent)).toEqual([{ studentId: 1001, reason: '联系家长' }]))
  })

  it('are masked again at once on demand', async () => {
    const { dialog, user } = await ask()
    await user.click(dialog.getByRole('button', { name: '联系家长' }))
    await user.click(dialog.getByRole('button', { name: '查看' }))
    await user.click(await screen.findByRole('button', { name: '立即隐藏' }))
    await waitFor(() => expect(screen.queryByText('330106201905040028')).toBeNull())
    expect(screen.getByText('330106************')).toBeTruthy()
  })

  it('are masked again by themselves after a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T08:00:00Z') })
    const { dialog, user } = await ask()
    await user.click(dialog.getByRole('button', { name: '联系家长' }))
    await user.click(dialog.getByRole('button', { name: '查看' }))
    expect(await screen.findByText('330106201905040028')).toBeTruthy()
    vi.setSystemTime(Date.parse('2026-11-16T08:01:00Z'))
    await waitFor(() => expect(screen.queryByText('330106201905040028')).toBeNull())
  })

  it('are out of reach for who lacks the permission', async () => {
    await open({}, userOf('ST'))
    expect(screen.queryByRole('button', { name: '查看完整信息' })).toBeNull()
    expect(screen.queryByRole('tab', { name: '查看记录' })).toBeNull()
  })
})

describe('who looked at it', () => {
  it('is listed with the reason', async () => {
    const { api, user } = await open()
    const viewer = { realName: '周校医', orgName: '文一路小学', action: '查看完整信息', reason: '联系家长' }
    const at = '2026-11-02T01:30:00.000Z'
    const until = '2026-11-02T01:41:00.000Z'
    api.answer(studentViewers, [
      { ...viewer, at, until: at, calls: 1 },
      { ...viewer, at, until, calls: 7, action: '查看档案、查看筛查结果', reason: null },
    ])
    await user.click(screen.getByRole('tab', { name: '查看记录' }))
    const row = within((await screen.findByText('联系家长')).closest('tr') ?? document.body)
    expect(row.getByText('2026-11-02 09:30')).toBeTruthy()
    expect(row.getByText('周校医')).toBeTruthy()
    const visit = within((await screen.findByText('查看档案、查看筛查结果')).closest('tr') ?? document.body)
    expect(visit.getByText('2026-11-02 09:30 至 09:41')).toBeTruthy()
    expect(visit.getByText('7 次')).toBeTruthy()
    expect(screen.getByRole('link', { name: '在审计日志中逐条查看' })).toBeTruthy()
    expect(currentAddress()).toBe(`${ADDRESS}&tab=viewers`)
  })

  it('is nobody yet', async () => {
    const api = server().answer(studentViewers, [])
    await renderScreen(`${ADDRESS}&tab=viewers`, { api, as: userOf('SA') })
    expect(await screen.findByText('还没有人查看过')).toBeTruthy()
  })
})

describe('printing', () => {
  it('is put on record first', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { api, user } = await open()
    api.answer(printStudent, null)
    await user.click(screen.getByRole('button', { name: /打印/ }))
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    expect(api.calls(printStudent)).toEqual([{ studentId: 1001 }])
  })

  it('does not happen where that fails', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const { api, user } = await open()
    api.refuse(printStudent, 503)
    await user.click(screen.getByRole('button', { name: /打印/ }))
    expect(await screen.findByText('服务暂不可用，请稍后再试')).toBeTruthy()
    expect(print).not.toHaveBeenCalled()
  })
})

describe('the photo of the face', () => {
  const TAKEN = { faceConsent: true, faceCollected: YesNo.code.yes }

  it('is not taken before the guardian agreed', async () => {
    await open()
    expect(await screen.findByText('取得并登记同意后才能采集')).toBeTruthy()
    expect(screen.queryByText('上传照片')).toBeNull()
  })

  it("the guardian's consent is recorded with name and proof", async () => {
    const { api, user } = await open()
    api.answer(recordConsent, null)
    await user.click(await screen.findByRole('switch', { name: '监护人同意采集人脸照片' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('监护人姓名')).toHaveProperty('value', '陈明')
    await user.click(dialog.getByRole('button', { name: '登记同意' }))
    expect(await dialog.findByText('请选择登记依据')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: '纸质同意书' }))
    await user.click(dialog.getByRole('button', { name: '登记同意' }))
    expect(await screen.findByText('已登记监护人同意')).toBeTruthy()
    expect(api.calls(recordConsent)).toEqual([
      { studentId: 1001, given: true, guardianName: '陈明', channel: 'paper' },
    ])
  })

  it('is fetched only when somebody asks for it', async () => {
    const { api, user } = await open(TAKEN)
    api.answer(facePhoto, { photo: 'data:image/png;base64,AA==', takenAt: '2026-10-01T02:00:00.000Z' })
    const look = await screen.findByRole('button', { name: '查看照片' })
    expect(api.calls(facePhoto)).toEqual([])
    await user.click(look)
    expect(await screen.findByRole('img', { name: '陈一诺的人脸照片' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '隐藏照片' }))
    await waitFor(() => expect(screen.queryByRole('img', { name: '陈一诺的人脸照片' })).toBeNull())
  })

  it('is deleted after a second yes', async () => {
    const { api, user } = await open(TAKEN)
    api.answer(removeFace, null)
    await user.click(await screen.findByRole('button', { name: '删除照片' }))
    const question = within(await screen.findByRole('tooltip'))
    await user.click(question.getByRole('button', { name: '删除照片' }))
    expect(await screen.findByText('人脸照片已删除')).toBeTruthy()
    expect(api.calls(removeFace)).toEqual([{ studentId: 1001 }])
  })

  it('is no subject where the site takes none', async () => {
    await open({ faceEnabled: false })
    expect(screen.queryByText('监护人同意采集人脸照片')).toBeNull()
    expect(screen.queryByText('人脸采集意见')).toBeNull()
  })

  it('is no subject for who may not take it', async () => {
    await open(TAKEN, userOf('GD'))
    expect(screen.queryByRole('button', { name: '查看照片' })).toBeNull()
  })
})

describe('visits to a hospital', () => {
  it('stand in a table with the length of the eyes, and a school adds one', async () => {
    const api = server().answer(visitEndpoints.studentVisits, [studentVisit({ mayWithdraw: false })])
    api.answer(visitEndpoints.recordVisit, { visitId: 72 })
    const { user } = await renderScreen(ADDRESS, { api, as: userOf('ST') })
    const table = within(await screen.findByRole('region', { name: '就诊记录' }))
    for (const words of ['2026-10-20', '医院登记', '24.37 / 23.90', '右眼近视；框架眼镜、低浓度阿托品'])
      expect(await table.findByText(words)).toBeTruthy()
    // Without a button in it, it can still be scrolled by keyboard.
    expect(table.getByRole('table').closest('[tabindex="0"]')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '登记就诊' }))
    const dialog = within(await screen.findByRole('dialog'))
    await fill(user, await dialog.findByLabelText('就诊日期'), '2026-10-21')
    await user.keyboard('{Enter}')
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
    expect(await dialog.findByText('请填写医院名称')).toBeTruthy()
    await fill(user, dialog.getByLabelText('就诊医院'), '县医院')
    await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText('已登记就诊')).toBeTruthy()
    expect(api.calls(visitEndpoints.recordVisit)).toMatchObject([
      { visit: { visitedOn: '2026-10-21', hospitalName: '县医院' } },
    ])
  })
})
