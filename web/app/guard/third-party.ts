export type ThirdPartyCallback =
  | { platform: 'dingTalk'; status: 'redirect' | 'login'; code: string | null; mark: string | null }
  | { platform: 'ningbo_zzd'; accessToken: string }

const PARAMETERS = {
  dingTalk: ['platform', 'status', 'code', 'mark'],
  ningbo_zzd: ['platform', 'access_token'],
}

/** Recognises the return from a workplace login and the query without its parameters (spec §2). */
export function takeThirdPartyCallback(search: string): {
  callback: ThirdPartyCallback | null
  rest: string
} {
  const params = new URLSearchParams(search)
  const callback = callbackOf(params)
  if (!callback) return { callback: null, rest: search }
  for (const name of PARAMETERS[callback.platform]) params.delete(name)
  const text = params.toString()
  return { callback, rest: text && `?${text}` }
}

function callbackOf(params: URLSearchParams): ThirdPartyCallback | null {
  const platform = params.get('platform')
  const status = params.get('status')
  if (platform === 'dingTalk' && (status === 'redirect' || status === 'login')) {
    return { platform, status, code: params.get('code'), mark: params.get('mark') }
  }
  const accessToken = params.get('access_token')
  return platform === 'ningbo_zzd' && accessToken ? { platform, accessToken } : null
}
