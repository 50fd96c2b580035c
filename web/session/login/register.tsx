import { type FormEvent, useState } from 'react'
import { SmsType } from '#contract/core/codes.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { RegisterInput } from '#contract/session/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { notifySuccess } from '#web/core/notice.ts'
import stubbornDialogStyles from '../../widgets/dialog/stubborn-dialog.module.css'
import { type AreaChoice, AreaSelects, areaFault } from './area-selects.tsx'
import { CaptchaField } from './captcha-field.tsx'
import { Field, PasswordField, SelectField } from './field.tsx'
import fieldsStyles from './fields.module.css'
import loginStyles from './login.module.css'
import { EMPTY, inputOf, propertiesOf, type Texts, TYPED, TYPES } from './register-fields.ts'
import { SmsField } from './sms-field.tsx'
import { type FieldRules, ruleOf, useFields } from './use-fields.ts'
import { useRegionTree } from './use-region-tree.ts'
import { useTask } from './use-task.ts'

/** An organisation asks for admission; it can sign in once it is approved. */
export function Register({ onDone }: { onDone: () => void }) {
  const tree = useRegionTree()
  const [captcha, setCaptcha] = useState({ id: '', round: 0 })
  const area = (level: keyof AreaChoice) => (texts: Texts) => areaFault(tree, texts, level)
  const rules: FieldRules<keyof Texts> = {
    ...(Object.fromEntries(
      TYPED.map((name) => [name, (texts: Texts) => ruleOf(RegisterInput.shape[name])(texts[name])]),
    ) as Record<(typeof TYPED)[number], (texts: Texts) => string | undefined>),
    orgType: () => undefined,
    orgProperty: () => undefined,
    provinceId: area('provinceId'),
    cityId: area('cityId'),
    regionId: area('regionId'),
  }
  const form = useFields(EMPTY, rules)
  const { texts, set, bind, check } = form
  const { busy, run } = useTask(form.showIssues)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return
    void run(
      async () => {
        await call(sessionEndpoints.register, { ...inputOf(texts), captchaId: captcha.id })
        notifySuccess('注册申请已提交，审核通过后即可登录')
        onDone()
      },
      // Whatever was wrong, the captcha is used up.
      () => setCaptcha((before) => ({ ...before, round: before.round + 1 })),
    )
  }
  const orgType = {
    ...bind('orgType'),
    onChange: ({ target }: { target: { value: string } }) => {
      set('orgType', target.value)
      set('orgProperty', String(propertiesOf(target.value)[0]?.value))
    },
  }
  return (
    <form noValidate onSubmit={submit} className={loginStyles.register}>
      <SelectField label="机构类型" field={orgType} options={TYPES} />
      <SelectField label="机构性质" field={bind('orgProperty')} options={propertiesOf(texts.orgType)} />
      <div className={loginStyles.wide}>
        <Field
          label="机构全称"
          field={bind('orgName')}
          placeholder="请输入机构全称"
          maxLength={50}
          autoFocus
        />
      </div>
      <AreaSelects tree={tree} bind={bind} set={set} texts={texts} />
      <div className={loginStyles.wide}>
        <Field label="详细地址" field={bind('address')} placeholder="请输入详细地址" maxLength={50} />
      </div>
      <Field label="管理员姓名" field={bind('realName')} placeholder="请输入姓名" autoComplete="name" />
      <Field
        label="手机号码"
        field={bind('phone')}
        placeholder="请输入手机号码"
        autoComplete="tel"
        inputMode="tel"
        maxLength={14}
      />
      <Field
        label="用户名"
        field={bind('account')}
        placeholder="请输入用户名"
        autoComplete="username"
        maxLength={16}
      />
      <PasswordField
        label="密码"
        field={bind('password')}
        placeholder="请输入密码"
        autoComplete="new-password"
      />
      <CaptchaField
        field={bind('captchaCode')}
        round={captcha.round}
        onId={(id) => setCaptcha((before) => ({ ...before, id }))}
      />
      <div>
        <SmsField
          field={bind('smsCode')}
          target={() =>
            check(['phone']) ? { phone: texts.phone.trim(), type: SmsType.code.register } : null
          }
        />
      </div>
      <div className={`${loginStyles.wide} ${stubbornDialogStyles.dialogActions}`}>
        <button type="button" className={fieldsStyles.secondary} onClick={onDone}>
          返回登录
        </button>
        <button type="submit" className={fieldsStyles.primary} disabled={busy}>
          {busy ? '正在提交…' : '提交注册'}
        </button>
      </div>
    </form>
  )
}
