import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { AREA_TREE } from '#web/testing/samples/areas.ts'
import { answerRoster } from '#web/testing/samples/rosters.ts'
import { schoolDetail } from '#web/testing/samples/schools.ts'
import { ORG_IDS, userOf } from '#web/testing/samples/users.ts'
import { actionsIn } from '#web/testing/screen-actions.ts'

const ADDRESS = '/schools/students-manage'
const BUTTONS = ['导入名单', '学年分班', '学年升级', '新增年级', '打印', '导出', '新增学生']
const CHANGES = ['更名', '调班', '转学申请', '转出/毕业', '删除']
const EVERYTHING = { buttons: BUTTONS, ticks: 1, row: ['查看', '编辑', '更多'], more: CHANGES }

const RIGHTS = {
  GP: { buttons: ['打印', '导出'], ticks: 1, row: ['查看'], more: [] },
  GD: EVERYTHING,
  SA: EVERYTHING,
  ST: { buttons: ['打印'], ticks: 1, row: ['查看', '编辑', '更多'], more: ['更名'] },
}

it.each(Object.entries(RIGHTS))('%s sees what the role may do, and nothing else', async (profile, rights) => {
  const api = answerRoster(fakeApi())
    .answer(orgEndpoints.schoolDetail, schoolDetail())
    .answer(areaEndpoints.regionTree, AREA_TREE)
  const as = userOf(profile as keyof typeof RIGHTS)
  const { user } = await renderScreen(`${ADDRESS}?orgId=${ORG_IDS.school}`, { api, as })
  await screen.findByRole('navigation', { name: '年级班级' })
  const line = (await screen.findByRole('link', { name: '陈一诺' })).closest('tr') ?? document.body
  const row = within(line)
  const buttons = BUTTONS.filter((name) => screen.queryByRole('button', { name: new RegExp(`${name}$`) }))
  expect({
    buttons,
    ticks: row.queryAllByRole('checkbox').length,
    row: actionsIn(line),
  }).toEqual({ buttons: rights.buttons, ticks: rights.ticks, row: rights.row })
  const more = row.queryByRole('button', { name: '陈一诺的更多操作' })
  if (more) await user.click(more)
  const items = more ? within(await screen.findByRole('menu')).getAllByRole('menuitem') : []
  expect(items.map(({ textContent }) => textContent)).toEqual(rights.more)
})

it('opens the forms of who is ticked, or of the whole place', async () => {
  const { user } = await renderScreen(`${ADDRESS}?gradeId=11`, {
    api: answerRoster(fakeApi()),
    as: userOf('ST'),
  })
  const line = (await screen.findByRole('link', { name: '陈一诺' })).closest('tr') ?? document.body
  const hrefs = () => screen.getAllByRole('link', { name: /打印/ }).map((link) => link.getAttribute('href'))
  const place = `orgId=${ORG_IDS.school}&prefix=2&gradeNo=1`
  await waitFor(() => expect(hrefs()).toEqual([`/print/print-bridge?${place}`]))
  await user.click(within(line).getByRole('checkbox'))
  const bar = within(await screen.findByRole('toolbar', { name: '批量操作' }))
  expect(bar.getByRole('link', { name: /打印/ }).getAttribute('href')).toMatch(
    /^\/print\/print-bridge\?studentIds=\d+$/,
  )
})

it('a screener has no way here', async () => {
  await renderScreen(ADDRESS, { api: fakeApi(), as: userOf('SS') })
  await waitFor(() => expect(currentAddress()).toBe('/401'))
})
