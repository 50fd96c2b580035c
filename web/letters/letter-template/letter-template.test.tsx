import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { LETTER_SAMPLES } from '#contract/letters/samples.ts'
import type { TemplateState } from '#contract/letters/template-schemas.ts'

import { fakeApi } from '#web/testing/fake-api.ts'
import { currentAddress, fill, renderScreen } from '#web/testing/render-screen.tsx'
import { letterPack, RESULT_CONTENT, storedTemplate, templateState } from '#web/testing/samples/letters.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { storeDrafts } from './drafts.ts'

const ADDRESS = '/letters/letter-template'
const { letterPreview, letterTemplate, saveLetterTemplate } = letterEndpoints

async function open(change: Partial<TemplateState> = {}, pack = letterPack()) {
  const api = fakeApi().answer(letterTemplate, templateState(change)).answer(letterPreview, pack)
  const rendered = await renderScreen(ADDRESS, { api, as: userOf('GD') })
  await screen.findByText('正在使用')
  return { ...rendered, api }
}
afterEach(() => storeDrafts({}))

const text = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const page = () => screen.findByRole('img', { name: '结果告知书预览' })
const OWN: Partial<TemplateState> = {
  version: 2,
  origin: 'own',
  originName: '西湖区',
  content: storedTemplate(2).content ?? RESULT_CONTENT,
  versions: [storedTemplate(2), storedTemplate(1)],
}

describe('a template', () => {
  it('says where it comes from and shows the letter of a child', async () => {
    await open()
    expect(screen.getByText('杭州示例')).toBeTruthy()
    expect(screen.getByText('示例')).toBeTruthy()
    expect(within(await page()).getByText('学生视力筛查结果告知书')).toBeTruthy()
    expect(button('保存为新版本')).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: '改回沿用上级或示例' })).toBeNull()
  })

  it('takes a field at the cursor, is drawn while it is typed, and saved as a new version', async () => {
    const { api, user } = await open({ origin: 'above', originName: '浙江省' })
    expect(screen.getByText('沿用上级：浙江省')).toBeTruthy()
    await user.click(text('标题'))
    await fill(user, text('标题'), '致家长')
    text('标题').setSelectionRange(1, 1)
    await user.click(button('{学校}'))
    expect(text('标题').value).toBe('致{学校}家长')
    expect(text('标题').selectionStart).toBe('致{学校}'.length)
    expect(await within(await page()).findByText('致文一路小学家长')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: '回执' }))
    const content = { ...RESULT_CONTENT, title: '致{学校}家长', strip: false }
    const saved = templateState({
      version: 1,
      origin: 'own',
      content,
      versions: [storedTemplate(1, { content })],
    })
    api.answer(saveLetterTemplate, saved).answer(letterTemplate, saved)
    await user.click(button('保存为新版本'))
    expect(await screen.findByText(/已保存为第 1 版/)).toBeTruthy()
    expect(api.calls(saveLetterTemplate)).toEqual([{ kind: 'result', version: 0, content }])
    expect(await screen.findByText('本地区第 1 版')).toBeTruthy()
    expect(button('保存为新版本')).toHaveProperty('disabled', true)
  })

  it('with a forbidden word, an unknown field or too long a text is not sent', async () => {
    const { user } = await open()
    await fill(user, text('结尾'), '帮助孩子恢复视力')
    expect(screen.getByText(/^不能使用“恢复”/)).toBeTruthy()
    await fill(user, text('结尾'), '请联系{校长}')
    expect(screen.getByText(/^没有名为“校长”的字段/)).toBeTruthy()
    expect(button('保存为新版本')).toHaveProperty('disabled', true)
    await fill(user, text('结尾'), '请联系班主任')
    expect(screen.queryByRole('alert')).toBeNull()
    await fill(user, text('正文'), '长'.repeat(161))
    expect(screen.getByText('结果告知书的正文最多160个字、4段')).toBeTruthy()
    await fill(user, text('标题'), ' ')
    expect(screen.getByText('请填写标题')).toBeTruthy()
  })

  it('that the server refuses shows why at the text, until it is changed', async () => {
    const { api, user } = await open()
    const message = '不能使用这个词'
    api.refuse(saveLetterTemplate, 700, message, [{ path: ['content', 'seal'], message }])
    await fill(user, text('落款'), '教育局')
    await user.click(button('保存为新版本'))
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    await fill(user, text('落款'), '西湖区教育局')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that somebody else has saved meanwhile leaves the typed text and shows the newest', async () => {
    const { api, user } = await open(OWN)
    await fill(user, text('标题'), '我写的标题')
    const theirs = storedTemplate(3, { savedBy: '王科长' })
    const newest = { ...OWN, version: 3, content: theirs.content ?? RESULT_CONTENT, versions: [theirs] }
    api.answer(letterTemplate, templateState(newest))
    api.refuse(saveLetterTemplate, REFUSALS.changedMeanwhile, '模板已有更新的版本，请查看后再保存')
    await user.click(button('保存为新版本'))
    expect(await screen.findByText(/王科长于 .* 保存了第 3 版/)).toBeTruthy()
    expect(text('标题').value).toBe('我写的标题')
    await user.click(button('查看最新版'))
    expect(await within(await page()).findByText('西湖区视力告知书3')).toBeTruthy()
    await user.click(button('以我填写的为准'))
    api.answer(saveLetterTemplate, templateState({ ...newest, version: 4 }))
    await user.click(button('保存为新版本'))
    await waitFor(() =>
      expect(api.calls(saveLetterTemplate).at(-1)).toMatchObject({
        version: 3,
        content: { title: '我写的标题' },
      }),
    )
  })
})

describe('earlier versions and samples', () => {
  it('are looked at, and restored into the form', async () => {
    const { user } = await open(OWN)
    await user.click(screen.getByText('历次版本（2）'))
    expect(screen.getAllByText(/李处长（西湖区教育局）/)).toHaveLength(2)
    await user.click(button('查看第1版'))
    expect(await within(await page()).findByText('西湖区视力告知书1')).toBeTruthy()
    await user.click(button('返回编辑的内容'))
    expect(await within(await page()).findByText('西湖区视力告知书2')).toBeTruthy()
    await user.click(button('恢复第1版'))
    expect(text('标题').value).toBe('西湖区视力告知书1')
    expect(button('保存为新版本')).toHaveProperty('disabled', false)
  })

  it('a sample replaces what is typed only after a question', async () => {
    const { user } = await open()
    await fill(user, text('标题'), '我写的标题')
    await user.click(button('套用示例'))
    await user.click(await screen.findByRole('menuitem', { name: '宁波示例' }))
    const question = within(await screen.findByRole('dialog'))
    expect(text('标题').value).toBe('我写的标题')
    await user.click(question.getByRole('button', { name: /替\s?换/ }))
    const ningbo = LETTER_SAMPLES.find(({ name }) => name === '宁波示例')
    await waitFor(() => expect(text('标题').value).toBe(ningbo?.letters.result.title))
  })

  it('the own one is given up after a question', async () => {
    const { api, user } = await open(OWN)
    api.answer(saveLetterTemplate, templateState({ version: 3 }))
    await user.click(button('改回沿用上级或示例'))
    const question = within(await screen.findByRole('tooltip'))
    await user.click(question.getByRole('button', { name: /改\s?回/ }))
    expect(await screen.findByText('已改回沿用上级或示例')).toBeTruthy()
    expect(api.calls(saveLetterTemplate)).toEqual([{ kind: 'result', version: 2, content: null }])
  })
})

describe('what is not saved', () => {
  it('stays while the other letter is looked at, and is not left without a question', async () => {
    const { api, user } = await open()
    await fill(user, text('标题'), '我写的标题')
    api.answer(letterPreview, { templates: [], letters: [] })
    await user.click(screen.getByRole('tab', { name: '告家长书' }))
    await waitFor(() => expect(currentAddress()).toBe(`${ADDRESS}?kind=notice`))
    expect(await screen.findByText('暂时没有可以预览的学生')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: '建议就诊时的补充' })).toBeNull()
    expect(screen.queryByRole('button', { name: '{就诊期限}' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: '结果告知书（未保存）' }))
    await waitFor(() => expect(text('标题').value).toBe('我写的标题'))
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
  })
})
