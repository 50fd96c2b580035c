import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { Refusal } from '#contract/core/error-codes.ts'
import { signOut } from '#web/core/session/session-store.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { evidenceFile, may, sampleApplication, sampleLeaves } from '#web/testing/samples/assessments.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'

const ADDRESS = '/assessment/add-assess-apply?applicationId=71'
const {
  assessApplication,
  saveAssessAnswer,
  uploadAssessEvidence,
  removeAssessEvidence,
  assessEvidence,
  assessApplicationPage,
} = assessmentEndpoints

const SAVED = { version: 1, savedAt: '2026-11-19T02:00:00.000Z', selfTotal: null, over: false }

async function open(change: Partial<Application> = {}, as = userOf('SA')) {
  const api = fakeApi().answer(assessApplication, sampleApplication(change))
  const beside = <Link to="/assessment/assess-list">去列表</Link>
  const rendered = await renderScreen(ADDRESS, { api, as, beside })
  await screen.findByText('申报经过')
  return { ...rendered, api }
}
const part = (name: string) => within(screen.getByRole('article', { name }))
const scoreOf = (name: string) => screen.getByLabelText<HTMLInputElement>(`“${name}”的自评分`)
const textOf = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(`“${name}”的自评说明`)
/** Types as pasting does, and leaves the field. */
const enter = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

describe('an application that is filled in', () => {
  it('shows plan, deadline, heads with progress, and the indicators of one head', async () => {
    const { user } = await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2026年近视防控工作考核')
    expect(screen.getByText(/^2099-11-30 截止，还有 \d+ 天$/)).toBeTruthy()
    expect(screen.getByText('已填 1/2')).toBeTruthy()
    expect(screen.getByText('还有 3 项没有填齐')).toBeTruthy()
    expect(scoreOf('工作小组与职责').value).toBe('38.0')
    await user.click(screen.getByRole('button', { name: /视力监测.*40 分/ }))
    const completion = part('完成率')
    expect(completion.getByText('92.00%')).toBeTruthy()
    expect(completion.getByText(/实筛人数460 ÷ 应筛人数500/)).toBeTruthy()
    expect(completion.getByText('系统得分 24 / 30')).toBeTruthy()
    expect(completion.getByText('目前')).toBeTruthy()
    expect(completion.queryByRole('textbox')).toBeNull()
  })

  it('saves an indicator when it is left, says so, and adds it up', async () => {
    const { api } = await open()
    api.answer(saveAssessAnswer, ({ version }) => ({ ...SAVED, version: version + 1 }))
    enter(scoreOf('工作方案'), '18.5')
    await part('工作方案').findByText(/已保存/)
    enter(textOf('工作方案'), '有方案和总结。')
    await waitFor(() => expect(api.calls(saveAssessAnswer)).toHaveLength(2))
    expect(api.calls(saveAssessAnswer)).toEqual([
      { applicationId: 71, leafKey: 'h1l2', version: 0, selfScore: 18.5, text: '' },
      { applicationId: 71, leafKey: 'h1l2', version: 1, selfScore: 18.5, text: '有方案和总结。' },
    ])
    expect(screen.getByText('还有 2 项没有填齐')).toBeTruthy()
  })

  it('saves by itself once the typing pauses', async () => {
    const { api } = await open()
    api.answer(saveAssessAnswer, SAVED)
    fireEvent.change(textOf('工作方案'), { target: { value: '有方案。' } })
    expect(part('工作方案').getByText('正在保存…')).toBeTruthy()
    expect(api.calls(saveAssessAnswer)).toEqual([])
    await part('工作方案').findByText(/已保存/)
    expect(api.calls(saveAssessAnswer)).toHaveLength(1)
  })

  it('refuses more points than there are without sending them', async () => {
    const { api } = await open()
    enter(scoreOf('工作方案'), '20.5')
    expect(await part('工作方案').findByText('未保存：最多20分')).toBeTruthy()
    expect(screen.getByText('1 项未保存')).toBeTruthy()
    expect(api.calls(saveAssessAnswer)).toEqual([])
    api.answer(saveAssessAnswer, SAVED)
    enter(scoreOf('工作方案'), '20')
    await part('工作方案').findByText(/已保存/)
  })

  it('tries again what did not arrive, and asks before the page is left', async () => {
    const { api, user } = await open()
    api.disconnect(saveAssessAnswer)
    enter(textOf('工作方案'), '没有网络')
    expect(await part('工作方案').findByText('未保存，正在重试')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /加分项/ }))
    await user.click(screen.getByText('去列表'))
    expect(await screen.findByText('有 1 项还没有保存')).toBeTruthy()
    await user.click(screen.getByText('留在本页').closest('button') as HTMLElement)
    expect(currentAddress()).toBe(ADDRESS)
    api.answer(saveAssessAnswer, SAVED)
    fireEvent(window, new Event('online'))
    await screen.findByText('填写的内容自动保存')
    await user.click(screen.getByRole('button', { name: /组织领导/ }))
    expect(textOf('工作方案').value).toBe('没有网络')
  })

  it('stores for the next sign-in what a session that ends left unsaved', async () => {
    const { api } = await open()
    api.disconnect(saveAssessAnswer)
    enter(textOf('工作方案'), '会话过期前写的')
    await part('工作方案').findByText('未保存，正在重试')
    signOut({ redirect: true })
    expect(sessionStorage.getItem('console:unsent-assessment:7:71')).toContain('会话过期前写的')
  })

  it('tells calmly that it is too late when the deadline passed while typing', async () => {
    const { api } = await open()
    api.answer(saveAssessAnswer, { ...SAVED, over: true })
    enter(textOf('工作方案'), '晚了')
    expect(await screen.findByText('申报已截止，不能再提交')).toBeTruthy()
    expect(
      screen.getByText(/填写的内容存为草稿，不会丢失。需要补报请联系评审单位（西湖区教育局）/),
    ).toBeTruthy()
    expect(textOf('工作方案').value).toBe('晚了')
  })

  it('stays open for drafts after the last day, but cannot be handed in', async () => {
    await open({ submitUntil: null, missed: true, planStatus: 2, may: may({ edit: true }) })
    expect(screen.getByText('申报已截止，不能再提交')).toBeTruthy()
    expect(screen.getByText('未申报')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '提交申报' }).disabled).toBe(true)
    expect(scoreOf('工作方案')).toBeTruthy()
  })

  it('that was handed back says why, on top', async () => {
    await open({ status: 2, returnReason: '请补充会议纪要', submissions: 1 })
    expect(screen.getByText('申报已退回，请修改后重新提交')).toBeTruthy()
    expect(screen.getByText('退回理由：请补充会议纪要')).toBeTruthy()
    expect(scoreOf('工作方案')).toBeTruthy()
  })

  it('is not opened to who has no part in it', async () => {
    const api = fakeApi()
    await renderScreen(ADDRESS, { api, as: userOf('SA', { without: ['assessmentApplications'] }) })
    await waitFor(() => expect(currentAddress()).toMatch(/^\/401/))
  })

  it('that is not there can be looked for in the list', async () => {
    const api = fakeApi().refuse(assessApplication, 650)
    await renderScreen(ADDRESS, { api, as: userOf('SA') })
    expect(await screen.findByText('没有取得这份申报')).toBeTruthy()
    expect(screen.getByText('去考核申报').closest('a')?.getAttribute('href')).toBe('/assessment/assess-list')
  })
})

describe('two people at one indicator', () => {
  async function overtaken() {
    const opened = await open()
    const theirs = sampleLeaves({
      h1l2: { version: 1, selfScore: 15, text: '李主任写的', savedBy: '李主任', savedAt: SAVED.savedAt },
    })
    opened.api.answer(saveAssessAnswer, () => {
      opened.api.answer(assessApplication, sampleApplication({ leaves: theirs }))
      throw new Refusal('changedMeanwhile', '刚刚被修改')
    })
    enter(textOf('工作方案'), '周校医写的')
    await screen.findByText(/李主任于 2026-11-19 10:00 保存了这一项，与您填写的不同/)
    return opened
  }

  it('see both texts, and nothing is overwritten', async () => {
    await overtaken()
    expect(within(screen.getByLabelText('最新内容')).getByText('李主任写的')).toBeTruthy()
    expect(within(screen.getByLabelText('我填写的（未保存）')).getByText('周校医写的')).toBeTruthy()
    expect(textOf('工作方案').value).toBe('周校医写的')
    expect(part('工作方案').getByText('未保存，请选择保留哪一份')).toBeTruthy()
  })

  it('one may keep the own text', async () => {
    const { api, user } = await overtaken()
    api.answer(saveAssessAnswer, { ...SAVED, version: 2 })
    await user.click(screen.getByText('以我填写的为准'))
    await part('工作方案').findByText(/^已保存|已保存/)
    expect(api.calls(saveAssessAnswer).at(-1)).toMatchObject({ version: 1, text: '周校医写的' })
  })

  it('one may take the text of the other', async () => {
    const { user } = await overtaken()
    await user.click(screen.getByText('改用最新内容'))
    expect(textOf('工作方案').value).toBe('李主任写的')
    expect(scoreOf('工作方案').value).toBe('15.0')
  })
})

describe('evidence', () => {
  const addFiles = (name: string, files: File[]) => {
    const input = screen.getByLabelText(`为“${name}”上传文件`).closest('.ant-upload')?.querySelector('input')
    if (!input) throw new Error('no input')
    fireEvent.change(input, { target: { files } })
  }

  it('is sent as soon as it is chosen, and listed', async () => {
    const { api } = await open()
    const uploaded = evidenceFile({ fileId: '0d6f1f6e-6c1f-4c1e-9d51-6f7a5a1c0002', name: '方案.docx' })
    api.answer(uploadAssessEvidence, () => {
      api.answer(
        assessApplication,
        sampleApplication({ leaves: sampleLeaves({ h1l2: { files: [uploaded] } }) }),
      )
      return uploaded
    })
    addFiles('工作方案', [new File(['x'], '方案.docx')])
    expect(await part('工作方案').findByText(/周校医 上传于 2026-11-18 10:20/)).toBeTruthy()
    expect(api.calls(uploadAssessEvidence)).toEqual([{ applicationId: 71, leafKey: 'h1l2' }])
    expect(api.files(uploadAssessEvidence).map(({ name }) => name)).toEqual(['方案.docx'])
  })

  it('of a wrong kind or size is refused before it is sent', async () => {
    const { api, user } = await open()
    const large = new File(['x'], '大图.png')
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 })
    addFiles('工作方案', [new File(['x'], '视频.mp4'), large, new File([], '空.pdf')])
    const rows = part('工作方案')
    expect(await rows.findByText(/未上传：支持 jpg、png 图片和 pdf、docx、xlsx 文件/)).toBeTruthy()
    expect(rows.getByText('未上传：单个文件大小不能超过20MB')).toBeTruthy()
    expect(rows.getByText('未上传：文件是空的')).toBeTruthy()
    expect(rows.queryByText('重试')).toBeNull()
    for (const remove of rows.getAllByText('移除')) await user.click(remove)
    expect(rows.queryByText(/未上传/)).toBeNull()
    expect(api.calls(uploadAssessEvidence)).toEqual([])
  })

  it('that did not arrive is sent again', async () => {
    const { api, user } = await open()
    api.disconnect(uploadAssessEvidence)
    addFiles('工作方案', [new File(['x'], '方案.pdf')])
    await part('工作方案').findByText(/^未上传：/)
    api.answer(uploadAssessEvidence, evidenceFile())
    await user.click(part('工作方案').getByText('重试'))
    await waitFor(() => expect(part('工作方案').queryByText('方案.pdf')).toBeNull())
    expect(api.files(uploadAssessEvidence)).toHaveLength(2)
  })

  it('is removed after a question', async () => {
    const { api, user } = await open()
    api.answer(removeAssessEvidence, () => {
      api.answer(assessApplication, sampleApplication({ leaves: sampleLeaves({ h1l1: { files: [] } }) }))
      return null
    })
    await user.click(part('工作小组与职责').getByText('删除'))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('删除“会议纪要.pdf”？')).toBeTruthy()
    await user.click(question.getByRole('button', { name: /删\s?除/ }))
    await waitFor(() => expect(screen.queryByText('会议纪要.pdf')).toBeNull())
    expect(api.calls(removeAssessEvidence)).toEqual([{ applicationId: 71, fileId: evidenceFile().fileId }])
    expect(api.calls(assessApplicationPage)).toEqual([])
  })

  it('shows a picture in a dialog, a PDF in a tab, and saves a sheet', async () => {
    const files = [
      evidenceFile(),
      evidenceFile({ fileId: '0d6f1f6e-6c1f-4c1e-9d51-6f7a5a1c0003', name: '会场.png', type: 'image/png' }),
      evidenceFile({
        fileId: '0d6f1f6e-6c1f-4c1e-9d51-6f7a5a1c0004',
        name: '名单.xlsx',
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }),
    ]
    const { api, user } = await open({ leaves: sampleLeaves({ h1l1: { files } }) })
    const saved = watchSavedFiles()
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    const tabs = vi.spyOn(window, 'open').mockReturnValue(window)
    api.answer(assessEvidence, ({ fileId }) => ({
      fileName: files.find((file) => file.fileId === fileId)?.name ?? '',
      contentType: 'application/octet-stream',
      content: Buffer.from('x'),
    }))
    await user.click(screen.getByText('会议纪要.pdf'))
    await waitFor(() => expect(tabs).toHaveBeenCalledWith('blob:saved', '_blank'))
    await user.click(screen.getByText('名单.xlsx'))
    await waitFor(() => expect(saved).toEqual(['名单.xlsx']))
    await user.click(screen.getByText('会场.png'))
    const picture = await screen.findByRole('img', { name: '会场.png' })
    expect(picture.getAttribute('src')).toBe('blob:saved')
    expect(revoke).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:saved'))
  })

  it('is at most ten files of an indicator', async () => {
    const files = Array.from({ length: 10 }, (_, at) =>
      evidenceFile({ fileId: `0d6f1f6e-6c1f-4c1e-9d51-6f7a5a1c001${at}`, name: `材料${at}.pdf` }),
    )
    await open({ leaves: sampleLeaves({ h1l1: { files } }) })
    expect(part('工作小组与职责').getByText('已有10个文件，删除后才能再上传')).toBeTruthy()
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: '为“工作小组与职责”上传文件' }).disabled,
    ).toBe(true)
  })
})
