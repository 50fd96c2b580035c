// Pages that are left keep their state, each address its own, at most ten (spec §2, §9); real scrolling is in the browser.
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { authorityEndpoints } from '#contract/authority/endpoints.ts'
import { OrgType } from '#contract/core/codes.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderConsole, renderScreen } from '#web/testing/render-screen.tsx'
import { pageOf } from '#web/testing/samples/schools.ts'
import { answerShell } from '#web/testing/samples/shell.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { goTo } from '#web/testing/screen-actions.ts'

const LIST = '/authority/authority-manage'
const SCHOOLS = `${LIST}?orgType=${OrgType.code.school}`
const HOSPITALS = `${LIST}?orgType=${OrgType.code.hospital}`

const server = () =>
  answerShell(fakeApi())
    .answer(authorityEndpoints.accountPageList, pageOf([]))
    .answer(orgEndpoints.orgList, pageOf([]))

/** The one page in sight; those behind it are hidden by their style. */
function shownPage() {
  const shown = pages().filter(({ style }) => style.display !== 'none')
  expect(shown).toHaveLength(1)
  return within(shown[0] ?? expect.fail('no page in sight'))
}
const pages = () => [...document.querySelectorAll<HTMLElement>('.page-box')]
const search = () => shownPage().findByLabelText<HTMLInputElement>('账号或姓名')
const typed = async () => (await search()).value

async function goHome() {
  await goTo('/home')
  await shownPage().findByRole('heading', { name: /区局干部/ })
}

/** Types into the search of a list without searching, and leaves. */
async function typeAndLeave(user: UserEvent, address: string, text: string) {
  await goTo(address)
  await fill(user, await search(), text)
  await goHome()
}

describe('a page that is left', () => {
  const open = () => renderScreen('/home', { api: server(), as: userOf('GD') })

  it('has its state again at its own address, and only there', async () => {
    const { user } = await open()
    await typeAndLeave(user, SCHOOLS, 'schools')
    await typeAndLeave(user, HOSPITALS, 'hospitals')
    await goTo(SCHOOLS)
    expect(await typed()).toBe('schools')
    await goHome()
    await goTo(HOSPITALS)
    expect(await typed()).toBe('hospitals')
  })

  it('as the eleventh pushes out the one left longest ago', async () => {
    const { user } = await open()
    for (let number = 1; number <= 11; number++)
      await typeAndLeave(user, `${LIST}?keyword=${number}`, `typed ${number}`)
    // Ten lists, and the start page in front of them.
    expect(pages()).toHaveLength(11)
    await goTo(`${LIST}?keyword=11`)
    expect(await typed()).toBe('typed 11')
    expect(pages()).toHaveLength(10)
    await goHome()
    await goTo(`${LIST}?keyword=1`)
    expect(await typed()).toBe('1')
  })
})

it('nothing of a page is left for the next user', async () => {
  const api = server().answer(sessionEndpoints.logout, null).answer(sessionEndpoints.login, {
    token: 'of the next user',
    isSendSms: false,
    phone: null,
    secondStep: null,
  })
  // Loading the page anew would forget by itself what this looks for.
  const reload = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  const { user } = await renderConsole(SCHOOLS, { api, as: userOf('GD') })
  await fill(user, await screen.findByLabelText('账号或姓名'), 'secret')
  await user.click(within(screen.getByRole('banner')).getByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
  await fill(user, await screen.findByLabelText('用户名'), 'city01')
  expect(currentAddress()).toBe('/login')
  expect(reload).toHaveBeenCalledWith('/login')

  api.identify(userOf('GC', { info: { userId: 8 } }))
  await user.type(screen.getByLabelText('密码'), 'Demo@2026{Enter}')
  const menu = within(await screen.findByRole('navigation', { name: '主菜单' }))
  await user.click(menu.getByRole('menuitem', { name: '权限管理' }))
  expect(await typed()).toBe('')
  expect(currentAddress()).toBe(LIST)
})
