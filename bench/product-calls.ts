// Calls of a product that runs by itself, as a page makes them.

export const signIn = async (address: string, account: string): Promise<string> =>
  (await ask<{ token: string }>(address, '/auth/system/login', '', { account, password: 'Demo@2026' })).token

export async function ask<T>(address: string, route: string, token: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const answer = (await (await fetch(address + route, request)).json()) as {
    success: boolean
    message: string
    data: T
  }
  if (!answer.success) throw new Error(`${route}: ${answer.message}`)
  return answer.data
}
