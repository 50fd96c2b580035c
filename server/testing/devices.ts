import { createHmac, randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/core/endpoint.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { type By, must } from './people.ts'

type Key = { keyId: string; secret: string }
type DeviceInput = InputOf<typeof deviceEndpoints.addDevice>
export type Message = InputOf<typeof deviceEndpoints.postReadings>

let devices = 0

export function deviceForm(fields: Partial<DeviceInput> = {}): DeviceInput {
  devices += 1
  return { name: `${devices}号验光仪`, kind: 1, serialNo: `SN-${process.pid}-${devices}`, ...fields }
}

/** A device with the key it was given; of the caller's own organisation unless the fields name another. */
export const newDevice = (by: By, fields: Partial<DeviceInput> = {}) =>
  must(by.call(deviceEndpoints.addDevice, deviceForm(fields)))

export const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** A message signed as the protocol says, by other means than the server's. */
export function signedMessage(
  key: Key,
  payload: object | string,
  parts: Partial<Omit<Message, 'payload'>> = {},
): Message {
  const message = {
    keyId: key.keyId,
    time: nowSeconds(),
    nonce: randomUUID(),
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...parts,
  }
  const text = [message.keyId, message.time, message.nonce, message.payload].join('\n')
  return { signature: createHmac('sha256', key.secret).update(text).digest('hex'), ...message }
}

/** Sends readings as one message; what became of each. */
export const send = (app: By, key: Key, readings: object[], parts: Partial<Message> = {}) =>
  app.call(deviceEndpoints.postReadings, signedMessage(key, { readings }, parts))
