// Devices: register, bind, key, calibration; and what they send (spec §2 "Device").
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { implement } from '../core/http/implement.ts'
import { findDevice, listDevices, listPlaces } from './device.ts'
import { addDevice, deleteDevice, editDevice, renewDeviceKey, setDeviceStatus } from './manage-device.ts'
import { postReadings } from './post-readings.ts'

export const deviceRoutes = implement(deviceEndpoints, {
  devicePageList: listDevices,
  deviceDetail: findDevice,
  deviceSchools: listPlaces,
  addDevice,
  editDevice,
  renewDeviceKey,
  setDeviceStatus,
  deleteDevice,
  // A refused message of a known device leaves its trace.
  postReadings: { selfAudited: postReadings },
})
