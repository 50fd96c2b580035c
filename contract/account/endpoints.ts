// The own account: what it is, where it is signed in (screen account-management, 1110).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { OwnAccount } from './schemas.ts'

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
}
