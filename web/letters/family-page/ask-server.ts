// The calls of this page.
import type { PublicLetter } from '#contract/letters/letter-schemas.ts'

export type Proof = { ticket: string; birthDate: string }
export type Answer = { letter: PublicLetter } | { refusal: string }

const NO_CONNECTION = '暂时连不上服务器，请检查网络后再试。'
const TOO_OFTEN = '操作太频繁，请过一分钟再试。'

export async function askServer(path: string, proof: Proof): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(proof),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (response.status === 429) return { refusal: TOO_OFTEN }
    const { success, data, message } = await response.json()
    return success ? { letter: data } : { refusal: message }
  } catch {
    return { refusal: NO_CONNECTION }
  }
}
