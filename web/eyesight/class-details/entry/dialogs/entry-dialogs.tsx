import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import type { GridSetup } from '../../grid/grid-setup.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import type { RowAction } from './row-action.ts'

const ClashDialog = lazyPart(async () => (await import('./clash-dialog.tsx')).ClashDialog)
const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)
const ChangesDrawer = lazyPart(async () => (await import('./changes-drawer.tsx')).ChangesDrawer)
const CorrectionDialog = lazyPart(async () => (await import('./correction-dialog.tsx')).CorrectionDialog)

type Props = DialogProps & {
  action: RowAction
  grid: ClassGrid
  sheet: Sheet
  setup: GridSetup
  /** Something was changed on the server. */
  onDone: () => void
}

/** The dialog or drawer of one row. */
export function EntryDialogs({ open, action, grid, sheet, setup, onClose, onDone }: Props) {
  const { kind, recordId } = action
  const row = sheet.rowAt(recordId)?.state.row
  if (!row) return null
  const shared = { row, open, onClose }
  const handleDone = () => {
    onClose()
    onDone()
  }
  return (
    <>
      {kind === 'clash' && <ClashDialog {...shared} sheet={sheet} />}
      {kind === 'changes' && <ChangesDrawer {...shared} />}
      {kind === 'conflict' && <ConflictDialog {...shared} task={grid.task} onDone={handleDone} />}
      {kind === 'correction' && <CorrectionDialog {...shared} setup={setup} onDone={handleDone} />}
    </>
  )
}
