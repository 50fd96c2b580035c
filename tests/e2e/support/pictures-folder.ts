import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Whether somebody wants to look at the screens. */
export const PICTURES_WANTED = process.env.PICTURES === '1'
const PICTURES = path.resolve(import.meta.dirname, '../../../.cache/screenshots')
const FAILED = 'failed-'

export const pictureOf = (name: string): string => path.join(PICTURES, `${name}.png`)

/** Named after the test, which may say anything. */
export const pictureOfFailure = (test: string, index: number): string =>
  pictureOf(`${FAILED}${test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}`)

/** Pictures of an earlier run would be taken for this one's. */
export function forgetFailures(): void {
  mkdirSync(PICTURES, { recursive: true })
  const old = readdirSync(PICTURES).filter((file) => file.startsWith(FAILED))
  for (const file of old) rmSync(path.join(PICTURES, file))
}
