// The own account: what it is, where it is signed in (screen account-management, 1110); who must have a second step.
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { OwnAccount } from './schemas.ts'
import { SaveSecondStepPolicy, SecondStepPolicy } from './second-step-policy.ts'

export const accountEndpoints = {
  ownAccount: endpoint({
    method: 'GET',
    path: '/manager/account/own',
    summary: '本人账号与登录记录',
    access: ['myAccount'],
    scoped: false,
    audit: null,
    input: z.object({}),
    output: OwnAccount,
  }),
  signOutOthers: endpoint({
    method: 'POST',
    path: '/manager/account/signOutOthers',
    summary: '退出本人在其他设备上的登录',
    access: ['myAccount'],
    scoped: false,
    audit: 'session.signOutOthers',
    input: z.object({}),
    output: z.object({ ended: z.number() }),
  }),
  secondStepPolicy: endpoint({
    method: 'GET',
    path: '/manager/secondStep/policy',
    summary: '哪些账号登录时必须使用二次验证',
    access: ['secondStepPolicy'],
    scoped: true,
    audit: null,
    input: z.object({}),
    output: SecondStepPolicy,
  }),
  saveSecondStepPolicy: endpoint({
    method: 'POST',
    path: '/manager/secondStep/savePolicy',
    summary: '修改哪些账号必须使用二次验证',
    access: ['secondStepPolicy'],
    scoped: true,
    audit: 'secondStep.policy',
    input: SaveSecondStepPolicy,
    output: z.object({ version: z.number() }),
  }),
}
