import { expect, it } from 'vitest'
import { takeThirdPartyCallback } from './third-party.ts'

it('recognises the callbacks and takes their parameters out', () => {
  expect(takeThirdPartyCallback('?platform=dingTalk&status=login&code=c&mark=m&keep=1')).toEqual({
    callback: { platform: 'dingTalk', status: 'login', code: 'c', mark: 'm' },
    rest: '?keep=1',
  })
  expect(takeThirdPartyCallback('?platform=ningbo_zzd&access_token=t')).toEqual({
    callback: { platform: 'ningbo_zzd', accessToken: 't' },
    rest: '',
  })
})

it.each([
  '',
  '?a=1',
  '?platform=dingTalk',
  '?platform=dingTalk&status=x',
  '?status=login&code=c',
  '?access_token=t',
])('leaves %j alone', (search) => {
  expect(takeThirdPartyCallback(search)).toEqual({ callback: null, rest: search })
})
