import { makeUnsentRegistry } from '#web/core/unsent-registry.ts'
import { Sheet, type SheetOptions } from './sheet.ts'

const sheets = makeUnsentRegistry<Sheet>()

/** The sheet of this class. */
export const openSheet = (options: SheetOptions): Sheet =>
  sheets.open(options.storageKey, () => new Sheet(options))

export const showSheet = sheets.show
