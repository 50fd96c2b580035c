import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { DiopterView } from '#contract/overview/diopter.ts'
import { overviewEndpoints } from '#contract/overview/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderConsole } from '#web/testing/render-screen.tsx'
import { planChoice } from '#web/testing/samples/plans.ts'
import { diopterView, gradeDiopter, HIDDEN_AGE, HIDDEN_GRADE } from '#web/testing/samples/refraction.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { HANGZHOU, PROVINCE, wallAnswerOf } from '#web/testing/samples/walls.ts'

const { overviewDiopter } = overviewEndpoints

async function open(change: Partial<DiopterView> = {}, path = [PROVINCE]) {
  const api = fakeApi()
    .answer(eyesightEndpoints.planChoices, [planChoice()])
    .answer(overviewDiopter, wallAnswerOf(diopterView(change), { path }))
  const rendered = await renderConsole('/overviewThree?view=diopter', { api, as: userOf('GP') })
  await waitFor(() => expect(title()).toContain(path.at(-1)?.name))
  return { ...rendered, api }
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const panel = (name: string) => screen.getByRole('region', { name })

it('has the distribution by stage, the mean by grade and the reserve by age, with what they can be compared with', async () => {
  await open()
  expect(title()).toBe('浙江省·屈光度')
  expect(panel('各学段屈光度分布').textContent).toContain('13,178 人有屈光数据，非睫状肌麻痹验光')
  for (const name of ['各学段等效球镜分布', '各年级平均等效球镜', '远视储备与年龄'])
    expect(screen.getByRole('img', { name })).toBeTruthy()
  expect(panel('远视储备与年龄').textContent).toContain(
    '参考值以睫状肌麻痹验光为准；本次为非麻痹验光，读数偏近视一侧，只看随年龄下降的趋势。',
  )
})

it('measured with cycloplegia needs no caveat', async () => {
  await open({ cycloplegic: true })
  expect(panel('各学段屈光度分布').textContent).toContain('有屈光数据，睫状肌麻痹验光')
  expect(panel('远视储备与年龄').textContent).not.toContain('参考值')
})

it('is that of the place that is open', async () => {
  await open({}, [PROVINCE, HANGZHOU])
  expect(title()).toBe('杭州市·屈光度')
})

it.each([
  [0, '还没有屈光数据，录入验光结果后这里显示等效球镜的分布。'],
  [12, '有屈光数据 12 人，满 30 人后显示等效球镜的分布。'],
  [null, '＊ 人数过少，不显示。'],
])('of %s children has one sentence and no chart', async (students, sentence) => {
  await open({ students })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
})

it('says what its signs are, where it has some', async () => {
  await open({
    grades: [gradeDiopter(1), HIDDEN_GRADE, gradeDiopter(4, { students: 12, few: true })],
    ages: [...diopterView().ages, HIDDEN_AGE],
  })
  expect(panel('各年级平均等效球镜').textContent).toContain('＊ 人数过少，不显示 · -- 不足 30 人')
  expect(panel('远视储备与年龄').textContent).toContain('D · ＊ 人数过少，不显示')
  expect(panel('远视储备与年龄').textContent).not.toContain('不足 30 人')
})

it('stays with its time while the server is away', async () => {
  const { api } = await open()
  api.disconnect(overviewDiopter)
  expect(await screen.findByText(/^数据截至 \d\d:\d\d:\d\d，正在重连$/)).toBeTruthy()
  expect(panel('各学段屈光度分布').textContent).toContain('13,178 人有屈光数据')
})
