import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { SchoolStage, StudentType } from '#contract/core/codes.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { rosterGateEndpoints } from '#contract/plans/endpoints.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { importTask } from '#web/testing/samples/imports.ts'
import { answerRoster } from '#web/testing/samples/rosters.ts'
import { pageOf, SCHOOL_OPTION, schoolRow } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'

const { importRoster, template, templateList } = importEndpoints
const { isPlanComplete } = rosterGateEndpoints
const { prefixListByOrgId } = schoolEndpoints
const PRIMARY = {
  prefix: SchoolStage.code.primary,
  prefixName: '小学',
  gradeCount: 6,
  classCount: 12,
  studentCount: 480,
}
const JUNIOR = {
  prefix: SchoolStage.code.juniorHigh,
  prefixName: '初中',
  gradeCount: 3,
  classCount: 6,
  studentCount: 300,
}
const TEMPLATE = { name: '大陆学生名单模板.xlsx', downloadUrl: '/template', type: 'roster1' as const }
const SHEET = new File(['x'], '一年级名单.xlsx')

const server = () =>
  fakeApi()
    .answer(schoolEndpoints.schoolPageList, pageOf([schoolRow()]))
    .answer(schoolEndpoints.orgDataStatistics, {
      schools: 1,
      classes: 12,
      students: 480,
      males: 240,
      females: 240,
      byStage: [],
    })
    .answer(schoolEndpoints.searchSchool, pageOf([SCHOOL_OPTION]))
    .answer(areaEndpoints.regionTree, AREA_TREE)
    .answer(isPlanComplete, { complete: true, planNames: [] })
    .answer(prefixListByOrgId, [PRIMARY])
    .answer(templateList, [TEMPLATE])
    .answer(importRoster, importTask('queued'))

async function open({ api = server(), as = userOf('GD') } = {}) {
  const rendered = await renderScreen('/schools/schools-manage', { api, as })
  await rendered.user.click(await screen.findByRole('button', { name: '为文一路小学导入名单' }))
  const dialog = within(await screen.findByRole('dialog', { name: '导入学生名单' }))
  return { ...rendered, api, dialog }
}
/** As a browser hands over a chosen file, whatever its type. */
function give(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for a file')
  fireEvent.change(input, { target: { files: [file] } })
}
const begin = (dialog: ReturnType<typeof within>) => dialog.getByRole('button', { name: '开始导入' })
const ready = (dialog: ReturnType<typeof within>) =>
  waitFor(() => expect(begin(dialog)).toHaveProperty('disabled', false))

describe('the sheet', () => {
  it('is sent with school, stage and type of student, to be looked at first', async () => {
    const { api, dialog, user } = await open()
    await dialog.findByText('小学')
    await ready(dialog)
    give(SHEET)
    expect(await dialog.findByText('一年级名单.xlsx')).toBeTruthy()
    await user.click(begin(dialog))
    expect(await screen.findByText('导入任务已开始，可在右下角“导入列表”查看进度')).toBeTruthy()
    expect(api.calls(importRoster)).toEqual([
      {
        orgId: ORG_IDS.school,
        prefix: SchoolStage.code.primary,
        stuType: StudentType.code.mainland,
        preview: true,
      },
    ])
    expect(api.files(importRoster).map(({ name }) => name)).toEqual(['一年级名单.xlsx'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is written at once where that is asked for', async () => {
    const { api, dialog, user } = await open()
    await dialog.findByText('小学')
    await ready(dialog)
    give(SHEET)
    await user.click(dialog.getByRole('radio', { name: '直接写入' }))
    await user.click(begin(dialog))
    await waitFor(() => expect(api.calls(importRoster)[0]?.preview).toBe(false))
  })

  it('of a division into classes is sent as one', async () => {
    const api = answerRoster(server())
      .answer(rosterGateEndpoints.canOperateByPlanStatus, true)
      .answer(importEndpoints.divideIntoClasses, importTask('queued'))
    const { user } = await renderScreen('/schools/students-manage', { api, as: userOf('SA') })
    await user.click(await screen.findByRole('button', { name: '学年分班' }))
    const dialog = within(await screen.findByRole('dialog', { name: '导入学年分班' }))
    await ready(dialog)
    give(SHEET)
    await user.click(begin(dialog))
    await waitFor(() =>
      expect(api.calls(importEndpoints.divideIntoClasses)).toMatchObject([
        { orgId: ORG_IDS.school, preview: true },
      ]),
    )
  })

  it('must be chosen', async () => {
    const { api, dialog, user } = await open()
    await dialog.findByText('小学')
    await ready(dialog)
    await user.click(begin(dialog))
    expect(await dialog.findByText('请选择文件')).toBeTruthy()
    expect(api.calls(importRoster)).toEqual([])
  })

  it('of another format is refused with those that are taken', async () => {
    const { api, dialog, user } = await open()
    await dialog.findByText('小学')
    await ready(dialog)
    give(new File(['x'], '名单.csv'))
    expect(await screen.findByText('只能上传 .xls、.xlsx 格式的文件')).toBeTruthy()
    expect(dialog.queryByText('名单.csv')).toBeNull()
    await user.click(begin(dialog))
    expect(await dialog.findByText('请选择文件')).toBeTruthy()
    expect(api.calls(importRoster)).toEqual([])
    await user.click(dialog.getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is too large is refused before it is sent', async () => {
    const { dialog } = await open()
    const large = new File(['x'], '全校.xlsx')
    Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 + 1 })
    give(large)
    expect(await screen.findByText('单个文件大小不能超过20MB')).toBeTruthy()
    expect(dialog.queryByText('全校.xlsx')).toBeNull()
  })

  it('that the server refuses is taken out again, and the reason is told', async () => {
    const { api, dialog, user } = await open()
    api.refuse(importRoster, 700, '文件已加密，无法读取')
    await dialog.findByText('小学')
    await ready(dialog)
    give(SHEET)
    await user.click(begin(dialog))
    expect(await screen.findByText('文件已加密，无法读取')).toBeTruthy()
    await waitFor(() => expect(dialog.queryByText('一年级名单.xlsx')).toBeNull())
    expect(screen.getByRole('dialog', { name: '导入学生名单' })).toBeTruthy()
  })
})

describe('stage and type', () => {
  it('the only stage of the school is chosen by itself', async () => {
    const { dialog } = await open()
    expect(await dialog.findByText('小学')).toBeTruthy()
  })

  it('one of several must be chosen', async () => {
    const { api, dialog, user } = await open({ api: server().answer(prefixListByOrgId, [PRIMARY, JUNIOR]) })
    await ready(dialog)
    give(SHEET)
    await user.click(begin(dialog))
    expect(await dialog.findByText('请选择学段', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
    expect(api.calls(importRoster)).toEqual([])
    await choose(user, dialog.getByRole('combobox', { name: '学段' }), '初中')
    await user.click(begin(dialog))
    await waitFor(() => expect(api.calls(importRoster)[0]?.prefix).toBe(SchoolStage.code.juniorHigh))
  })

  it('only types that somebody may import are offered', async () => {
    const { dialog } = await open({ as: userOf('GD', { without: ['importNonMainland'] }) })
    const { mainland, nonMainland } = StudentType.code
    expect(dialog.getByRole('radio', { name: StudentType.label(mainland) })).toBeTruthy()
    expect(dialog.queryByRole('radio', { name: StudentType.label(nonMainland) })).toBeNull()
  })
})

describe('a school whose screening is under way', () => {
  it('gets no new roster, and the plan is named', async () => {
    const api = server().answer(isPlanComplete, { complete: false, planNames: ['2026年秋季视力筛查'] })
    const { dialog } = await open({ api })
    expect(
      await dialog.findByText('学校的筛查计划“2026年秋季视力筛查”未完成，结束后才能导入名单'),
    ).toBeTruthy()
    expect(begin(dialog)).toHaveProperty('disabled', true)
  })

  it('cannot be told from others while the question fails, and is asked about again', async () => {
    const { api, dialog, user } = await open({ api: server().refuse(isPlanComplete, 503) })
    expect(await dialog.findByText('无法确认学校的筛查计划是否已完成')).toBeTruthy()
    expect(begin(dialog)).toHaveProperty('disabled', true)
    api.answer(isPlanComplete, { complete: true, planNames: [] })
    await user.click(dialog.getByRole('button', { name: '重试' }))
    await ready(dialog)
    expect(dialog.queryByText('无法确认学校的筛查计划是否已完成')).toBeNull()
  })

  it('is noticed when it begins meanwhile', async () => {
    const { api, dialog, user } = await open()
    await dialog.findByText('小学')
    await ready(dialog)
    give(SHEET)
    api
      .refuse(importRoster, 700, '学校的筛查计划未完成')
      .answer(isPlanComplete, { complete: false, planNames: ['普查'] })
    await user.click(begin(dialog))
    expect(await dialog.findByText('学校的筛查计划“普查”未完成，结束后才能导入名单')).toBeTruthy()
  })
})

describe('templates', () => {
  it('one with the present roster needs the permission for numbers in full', async () => {
    const { dialog } = await open({ as: userOf('GD', { without: ['exportPersonal'] }) })
    expect(await dialog.findByRole('button', { name: TEMPLATE.name })).toBeTruthy()
    expect(dialog.queryByRole('button', { name: '含现有名单' })).toBeNull()
  })

  it('one with the present roster asks for a reason, which goes along', async () => {
    const { api, dialog, user } = await open()
    api.refuse(template, 700, '每人每天最多导出 5 行')
    await user.click(await dialog.findByRole('button', { name: '含现有名单' }))
    const asked = within(await screen.findByRole('dialog', { name: '下载含现有名单的模板' }))
    await user.click(asked.getByRole('button', { name: '下载' }))
    expect(await asked.findByText('请填写原因')).toBeTruthy()
    await user.click(asked.getByRole('button', { name: '补录学籍信息' }))
    await user.click(asked.getByRole('button', { name: '下载' }))
    expect(await screen.findByText('每人每天最多导出 5 行')).toBeTruthy()
    expect(api.calls(template)).toMatchObject([{ filled: true, reason: '补录学籍信息' }])
  })

  it('are made for school, type and stage', async () => {
    const { api, dialog, user } = await open()
    api.refuse(template, 503)
    await dialog.findByText('小学')
    await user.click(await dialog.findByRole('button', { name: TEMPLATE.name }))
    expect(await screen.findByText('服务暂不可用，请稍后再试')).toBeTruthy()
    expect(api.calls(template)).toEqual([
      { orgId: ORG_IDS.school, type: 'roster1', prefix: SchoolStage.code.primary, filled: false },
    ])
  })

  it('that cannot be listed do not keep anybody from importing', async () => {
    const { api, dialog, user } = await open({ api: server().refuse(templateList, 503) })
    await ready(dialog)
    api.answer(templateList, [TEMPLATE])
    await user.click(await dialog.findByRole('button', { name: '模板加载失败，重试' }))
    expect(await dialog.findByRole('button', { name: TEMPLATE.name })).toBeTruthy()
  })
})
