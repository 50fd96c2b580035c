import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import { OrgProperty, OrgType, SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { fill, renderEntry } from '#web/testing/render-screen.tsx'
import { AREA_TREE, DISTRICT } from '#web/testing/samples/areas.ts'

const { captcha, register, sendSms } = sessionEndpoints

/** Every captcha is another picture. */
const pictureOf = (captchas: number) => `data:image/png;base64,${btoa(String(captchas))}`
const pictureShown = () => screen.getByRole('img', { name: '图形验证码' }).getAttribute('src')

async function openRegister() {
  let captchas = 0
  const api = fakeApi()
    .answer(areaEndpoints.regionTree, AREA_TREE)
    .answer(captcha, () => {
      captchas++
      return { captchaId: `captcha-${captchas}`, image: pictureOf(captchas) }
    })
    .answer(sendSms, null)
    .answer(register, { orgId: 9 })
  const rendered = await renderEntry('/login')
  await rendered.user.click(await screen.findByRole('button', { name: '注册机构' }))
  await screen.findByRole('option', { name: '浙江省' })
  await screen.findByRole('img', { name: '图形验证码' })
  return { ...rendered, api }
}

type Opened = Awaited<ReturnType<typeof openRegister>>

async function fillIn({ user }: Opened): Promise<void> {
  await fill(user, screen.getByLabelText('机构全称'), '文二路小学')
  await user.selectOptions(screen.getByLabelText('所在省份'), '浙江省')
  await user.selectOptions(screen.getByLabelText('所在城市'), '杭州市')
  await user.selectOptions(screen.getByLabelText('所在区县'), '西湖区')
  await fill(user, screen.getByLabelText('详细地址'), '文二路 8 号')
  await fill(user, screen.getByLabelText('管理员姓名'), '王敏')
  await fill(user, screen.getByLabelText('手机号码'), '13800000001')
  await fill(user, screen.getByLabelText('用户名'), 'wenerlu01')
  await fill(user, screen.getByLabelText('密码'), 'Secret@2026')
  await fill(user, screen.getByLabelText('图形验证码'), 'ab12')
  await fill(user, screen.getByLabelText('短信验证码'), '123456')
}
const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: '提交注册' }))
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

describe('an organisation that registers', () => {
  it('is sent with everything that was filled in, and learns that it must wait for the approval', async () => {
    const opened = await openRegister()
    await fillIn(opened)
    await submit(opened)
    expect(await screen.findByText('注册申请已提交，审核通过后即可登录')).toBeTruthy()
    expect(opened.api.calls(register)).toEqual([
      {
        ...DISTRICT,
        orgType: OrgType.code.school,
        orgProperty: OrgProperty.code.schoolIndependent,
        orgName: '文二路小学',
        address: '文二路 8 号',
        realName: '王敏',
        phone: '13800000001',
        smsCode: '123456',
        account: 'wenerlu01',
        password: 'Secret@2026',
        captchaId: 'captcha-1',
        captchaCode: 'ab12',
      },
    ])
    expect(await screen.findByRole('tab', { name: '账号登录' })).toBeTruthy()
  })

  it('is told what is missing, field by field, and nothing is sent', async () => {
    const opened = await openRegister()
    await submit(opened)
    for (const message of [
      '请输入机构全称',
      '请输入详细地址',
      '请输入姓名',
      '请输入手机号码',
      '请输入用户名',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }
    expect(document.activeElement).toBe(screen.getByLabelText('机构全称'))
    expect(opened.api.calls(register)).toEqual([])
  })

  it('chooses among the properties of its own type', async () => {
    const { user } = await openRegister()
    expect(optionsOf('机构性质')).toEqual(['独立学校', '集团学校'])
    await user.selectOptions(screen.getByLabelText('机构类型'), '医院')
    expect(optionsOf('机构性质')).toEqual(['独立医院', '集团医院'])
    expect(optionsOf('机构类型')).toEqual(['学校', '医院', '社会筛查机构'])
  })

  it('another province empties city and district', async () => {
    const { user } = await openRegister()
    expect(screen.getByLabelText('所在城市')).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByLabelText('所在省份'), '浙江省')
    await user.selectOptions(screen.getByLabelText('所在城市'), '杭州市')
    await user.selectOptions(screen.getByLabelText('所在区县'), '西湖区')
    await user.selectOptions(screen.getByLabelText('所在城市'), '宁波市')
    expect(screen.getByLabelText('所在区县')).toHaveProperty('value', '')
    expect(optionsOf('所在区县')).toEqual(['请选择区县', '海曙区'])
  })

  it('gets a new captcha after a refusal, and the reason under its field', async () => {
    const opened = await openRegister()
    opened.api.refuse(register, 653, '用户名已存在', [{ path: ['account'], message: '用户名已存在' }])
    await fillIn(opened)
    await submit(opened)
    expect(await screen.findByText('用户名已存在')).toBeTruthy()
    expect(screen.getByLabelText('用户名').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(opened.api.calls(captcha)).toHaveLength(2))
  })

  it('that misread the captcha is told so, sees another, and keeps what was filled in', async () => {
    const opened = await openRegister()
    opened.api.refuse(register, 610)
    await fillIn(opened)
    await submit(opened)
    expect((await screen.findByRole('alert')).textContent).toBe('图形验证码错误')
    await waitFor(() => expect(pictureShown()).toBe(pictureOf(2)))
    expect(screen.getByLabelText('机构全称')).toHaveProperty('value', '文二路小学')
  })

  it('gets the code for its phone, of the kind for registering', async () => {
    const { api, user } = await openRegister()
    await fill(user, screen.getByLabelText('手机号码'), '13800000001')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByText('验证码发送成功！')
    expect(api.calls(sendSms)).toEqual([{ phone: '13800000001', type: SmsType.code.register }])
  })

  it('can ask for a picture that is easier to read', async () => {
    const { api, user } = await openRegister()
    expect(pictureShown()).toBe(pictureOf(1))
    await user.click(screen.getByRole('button', { name: '看不清，换一张' }))
    await waitFor(() => expect(pictureShown()).toBe(pictureOf(2)))
    expect(api.calls(captcha)).toHaveLength(2)
  })
})
