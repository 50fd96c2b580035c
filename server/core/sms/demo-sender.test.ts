import { expect, test } from 'vitest'
import { makeDemoSender } from './demo-sender.ts'

test('the demo sends nothing: it logs the code and remembers the newest per phone', async () => {
  const lines: object[] = []
  const sender = makeDemoSender({ info: (details) => void lines.push(details) })
  await sender.send('13900000001', '111111', 17)
  await sender.send('13900000002', '222222', 25)
  await sender.send('13900000001', '333333', 25)
  expect(sender.latest('13900000001')).toEqual({ phone: '13900000001', smsCode: '333333', type: 25 })
  expect(sender.latest('13900000002')).toEqual({ phone: '13900000002', smsCode: '222222', type: 25 })
  expect(sender.latest('13900000003')).toBeUndefined()
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual({ phone: '13900000001', smsCode: '111111', type: 17 })
})
