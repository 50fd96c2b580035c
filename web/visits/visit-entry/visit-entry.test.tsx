import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderScreen } from '#web/testing/render-screen.tsx'
import { userOf } from '#web/testing/samples/users.ts'
import { openedLetter, ownVisit, studentVisit } from '#web/testing/samples/visits.ts'

const ADDRESS = '/visits/visit-entry'
const TICKET = '0123456789ABCDEFGHJKMNPQRS'
const { openVisitLetter, recordVisitByLetter, withdrawVisit, ownVisits } = visitEndpoints

const open = async (letter = openedLetter(), as = userOf('HS')) => {
  const api = fakeApi().answer(openVisitLetter, letter)
  const rendered = await renderScreen(ADDRESS, { api, as })
  return { ...rendered, api, code: await screen.findByLabelText('二维码或告知书编号') }
}

describe('one child by its letter', () => {
  it('is opened by what a scanner types, and the visit is recorded with the same key', async () => {
    const { api, user, code } = await open()
    await fill(user, code, `https://eyes.example.test/letter#${TICKET}`)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/^张\*明/)).toBeTruthy()
    expect(api.calls(openVisitLetter)).toMatchObject([
      { ticket: `https://eyes.example.test/letter#${TICKET}` },
    ])
    expect(screen.getByText('西湖人民医院')).toBeTruthy()
    expect(screen.queryByLabelText('就诊医院')).toBeNull()
    const day = screen.getByLabelText('就诊日期')
    await fill(user, day, '2026-10-20')
    await user.keyboard('{Enter}')
    await fill(user, screen.getByLabelText('眼轴（右）'), '24.37')
    await fill(user, screen.getByLabelText('球镜（右）'), '-1.3')
    api.answer(recordVisitByLetter, openedLetter({ visits: [studentVisit()] }))
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText('球镜（右）应以 0.25 为一档')).toBeTruthy()
    expect(api.calls(recordVisitByLetter)).toEqual([])
    await fill(user, screen.getByLabelText('球镜（右）'), '-1.25')
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText('本院登记过的就诊')).toBeTruthy()
    expect(api.calls(recordVisitByLetter)).toMatchObject([
      {
        ticket: `https://eyes.example.test/letter#${TICKET}`,
        visit: { visitedOn: '2026-10-20', axialRight: 24.37, sphereRight: -1.25 },
      },
    ])
    await user.click(screen.getByRole('button', { name: '下一名' }))
    expect(await screen.findByLabelText('二维码或告知书编号')).toHaveProperty('value', '')
  })

  it('is recorded anew by saving once more where the same was withdrawn meanwhile', async () => {
    const { api, user, code } = await open()
    await fill(user, code, TICKET)
    await user.keyboard('{Enter}')
    await fill(user, await screen.findByLabelText('就诊日期'), '2026-10-20')
    await user.keyboard('{Enter}')
    api.refuse(recordVisitByLetter, REFUSALS.notInThisState, '这次就诊登记过，后来已撤销')
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText('这次就诊登记过，后来已撤销')).toBeTruthy()
    api.answer(recordVisitByLetter, openedLetter({ visits: [studentVisit()] }))
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
    expect(await screen.findByText('本院登记过的就诊')).toBeTruthy()
    const [first, second] = api.calls(recordVisitByLetter)
    expect(first?.visit).toMatchObject({ visitedOn: '2026-10-20' })
    expect(second?.visit).toMatchObject({ visitedOn: '2026-10-20' })
    expect(second?.visit.clientKey).not.toBe(first?.visit.clientKey)
  })

  it('is asked for the birth date where only the number is known', async () => {
    const { api, user, code } = await open()
    await fill(user, code, '12AB')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(/^编号不完整/)).toBeTruthy()
    await fill(user, code, '000931')
    await fill(user, await screen.findByLabelText('孩子的出生日期'), '20170512')
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: /打\s*开/ }))
    expect(await screen.findByText(/^张\*明/)).toBeTruthy()
    expect(api.calls(openVisitLetter)).toMatchObject([{ letterNo: '000931', birthDate: '2017-05-12' }])
  })

  it('of a school says where it was; what was recorded is taken back with a reason', async () => {
    const letter = openedLetter({ hospitalName: null, visits: [studentVisit({ source: 3 })] })
    const { api, user, code } = await open(letter, userOf('ST'))
    await fill(user, code, `${TICKET}`)
    await user.keyboard('{Enter}')
    expect(await screen.findByText('本校登记过的就诊')).toBeTruthy()
    expect(screen.getByLabelText('就诊医院')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBeNull()
    api.answer(withdrawVisit, null)
    await user.click(screen.getByRole('button', { name: '撤销' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: '重复登记' }))
    await user.click(dialog.getByRole('button', { name: '撤销登记' }))
    expect(await screen.findByText('已撤销')).toBeTruthy()
    expect(api.calls(withdrawVisit)).toEqual([{ visitId: 71, reason: '重复登记' }])
  })
})

describe('what the own hospital recorded', () => {
  it('is a list of its own; what is withdrawn is marked', async () => {
    const { api, user } = await open()
    const rows = [
      ownVisit(),
      ownVisit({ visitId: 72, letterNo: null, withdrawnAt: '2026-10-21T02:00:00.000Z', mayWithdraw: false }),
    ]
    api.answer(ownVisits, { list: rows, total: 2, pageNum: 1, pageSize: 20 })
    await user.click(screen.getByRole('tab', { name: '本院记录' }))
    expect(await screen.findByText('000931')).toBeTruthy()
    expect(screen.getAllByText('24.37 / 23.90')).toHaveLength(2)
    expect(screen.getAllByText('框架眼镜、低浓度阿托品')).toHaveLength(2)
    expect(screen.getByText('已撤销')).toBeTruthy()
    api.answer(withdrawVisit, null)
    await user.click(screen.getByRole('button', { name: '撤销' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('button', { name: '重复登记' }))
    await user.click(dialog.getByRole('button', { name: '撤销登记' }))
    await waitFor(() => expect(api.calls(ownVisits)).toHaveLength(2))
  })
})
