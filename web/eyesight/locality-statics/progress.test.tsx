import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import { answerPlaces, PROVINCE } from '#web/testing/samples/reports.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'
import { findRow, goBack } from '#web/testing/screen-actions.ts'

const ADDRESS = '/eyesight/locality-statics'
const { breakdown } = eyesightEndpoints

async function open(address = ADDRESS) {
  const api = answerPlaces(fakeApi(), PROVINCE)
  const rendered = await renderScreen(address, { api, as: userOf('GP') })
  await screen.findByText(/统计至/)
  return { ...rendered, api }
}
const stepTo = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))
const way = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace('/', ''))
    .filter(Boolean)

it('begins with the plan under way and the whole range', async () => {
  const { api } = await open()
  await findRow('宁波市')
  expect(currentAddress()).toBe(`${ADDRESS}?planId=21`)
  expect(api.calls(breakdown).at(-1)).toEqual({ planId: 21 })
})

it('is saved as it is in sight', async () => {
  const { api, user } = await open(`${ADDRESS}?planId=21&areaId=330100`)
  await findRow('滨江区')
  const saved = watchSavedFiles()
  const file = { fileName: '进度.xlsx', contentType: 'application/octet-stream', content: 'file' }
  api.answer(eyesightEndpoints.saveBreakdown, file as never)
  await user.click(screen.getByRole('button', { name: /导出/ }))
  await waitFor(() => expect(saved).toEqual(['进度.xlsx']))
  expect(api.calls(eyesightEndpoints.saveBreakdown)).toEqual([{ planId: 21, areaId: '330100' }])
})

it('goes down from cities to classes, and the address says where one is', async () => {
  const { user } = await open()
  for (const name of ['杭州市', '西湖区', '文一路小学', '一年级']) await stepTo(user, name)
  const last = await findRow('一年级1班')
  expect(last.getByRole('link', { name: '一年级1班' }).getAttribute('href')).toBe(
    '/eyesight/task-list?orgId=100',
  )
  expect(way()).toEqual(['浙江省', '杭州市', '西湖区', '文一路小学', '一年级'])
  expect(currentAddress()).toBe(`${ADDRESS}?planId=21&orgId=100&prefix=2&gradeNo=1`)
})

it('opened with an address is where it says, and every step leads back up', async () => {
  const { user } = await open(`${ADDRESS}?planId=21&orgId=100&prefix=2&gradeNo=1`)
  await findRow('一年级2班')
  await stepTo(user, '杭州市')
  await findRow('滨江区')
  expect(currentAddress()).toBe(`${ADDRESS}?planId=21&areaId=330100`)
})

it('the way back of the browser takes one step back', async () => {
  const { user } = await open()
  await stepTo(user, '杭州市')
  await findRow('滨江区')
  await goBack()
  await findRow('宁波市')
  await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?planId=21`))
})

it('sums up below what stands above', async () => {
  await open()
  const total = await findRow('合计')
  expect(total.getByText('100')).toBeTruthy()
  expect(total.getByText('97.50%')).toBeTruthy()
})
