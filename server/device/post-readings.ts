import { BizError } from '#contract/core/error-codes.ts'
import {
  DEVICE_CLOCK_SECONDS,
  type DeviceAnswer,
  type DeviceMessage,
  DevicePayload,
} from '#contract/device/schemas.ts'
import { writeAudit } from '../core/audit-queries.ts'
import { type Ctx, tx } from '../core/context.ts'
import { inputError } from '../core/http/errors.ts'
import { applyDueTransitions } from '../plans/due-transitions.ts'
import { isSigned } from './device-key.ts'
import { insertNonce, type KnownDevice, lockSendingDevice, selectDeviceByKey } from './intake-queries.ts'
import { receiveReadings } from './receive-readings.ts'

const ACTION = 'device.readings'

/** Whatever is wrong, the answer says only that the sender was not recognised. */
class Unrecognised extends BizError {
  readonly reason: 'signature' | 'closed' | 'clock' | 'replay'
  constructor(reason: Unrecognised['reason']) {
    super(401)
    this.reason = reason
  }
}

/** A message of a device: all of it is taken in one transaction, or nothing. */
export async function postReadings(ctx: Ctx, message: DeviceMessage): Promise<DeviceAnswer> {
  const device = await selectDeviceByKey(ctx.db, message.keyId)
  const signed = isSigned(ctx.secrets, device?.keyEnc, message)
  // Keys that nobody has are not written down: anybody could fill the trail with them.
  if (!device) throw new Unrecognised('signature')
  ctx.note({ objectType: 'device', objectId: device.id })
  try {
    assertRecognised(device, signed, message)
    await applyDueTransitions(ctx.db)
    return await take(ctx, device, message)
  } catch (error) {
    if (error instanceof Unrecognised) {
      ctx.note({ detail: { reason: error.reason } })
      await writeAudit(ctx, { action: ACTION, success: false, code: error.code, orgId: device.orgId })
    }
    throw error
  }
}

function assertRecognised(device: KnownDevice, signed: boolean, { time }: DeviceMessage) {
  if (!signed) throw new Unrecognised('signature')
  if (Math.abs(time - device.now) > DEVICE_CLOCK_SECONDS) throw new Unrecognised('clock')
  if (!device.open) throw new Unrecognised('closed')
}

const take = (ctx: Ctx, device: KnownDevice, { nonce, payload }: DeviceMessage) =>
  tx(ctx, async (ctx) => {
    if (!(await lockSendingDevice(ctx.db, device))) throw new Unrecognised('closed')
    if (!(await insertNonce(ctx.db, device.id, nonce))) throw new Unrecognised('replay')
    const results = await receiveReadings(ctx, device, readPayload(payload).readings)
    await writeAudit(ctx, { action: ACTION, success: true, code: 200, orgId: device.orgId })
    return { results }
  })

function readPayload(text: string): DevicePayload {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch {
    throw new BizError(400)
  }
  const parsed = DevicePayload.safeParse(sent)
  if (!parsed.success) throw inputError(parsed.error)
  return parsed.data
}
