import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

it.each([
  [WINDOWS, 'Chrome 140，Windows'],
  [`${WINDOWS} Edg/140.0`, 'Edge 140，Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18，iOS',
  ],
  ['curl/8.0', 'curl/8.0'],
  ['', '未知设备'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
