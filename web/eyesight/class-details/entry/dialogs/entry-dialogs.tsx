import { Suspense } from 'react'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import type { GridSetup } from '../../grid/grid-setup.ts'
import type { Sheet } from '../../sheet/sheet.ts'
import type { RowAction } from './row-action.ts'

const ClashDialog = lazyPart(async () => (await import('./clash-dialog.tsx')).ClashDialog)
const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)
const ChangesDrawer = lazyPart(async () => (await import('./changes-drawer.tsx')).ChangesDrawer)
const CorrectionDialog = lazyPart(async () => (await import('./correction-dialog.tsx')).CorrectionDialog)

type Props = {
  open: boolean
  action: RowAction
  grid: ClassGrid
  sheet: Sheet
  setup: GridSetup
  onClose: () => void
  /** Something was changed on the server. */
  onDone: () => void
}

/** What was opened for one row. */
export function EntryDialogs({ action: { kind, recordId }, grid, sheet, setup, ...dialog }: Props) {
  const row = sheet.rowAt(recordId)?.state.row
  if (!row) return null
  const shared = { row, open: dialog.open, onClose: dialog.onClose }
  return (
    <Suspense fallback={null}>
      {kind === 'clash' && <ClashDialog {...shared} sheet={sheet} />}
      {kind === 'changes' && <ChangesDrawer {...shared} />}
      {kind === 'conflict' && <ConflictDialog {...shared} task={grid.task} onDone={dialog.onDone} />}
      {kind === 'correction' && <CorrectionDialog {...shared} setup={setup} onDone={dialog.onDone} />}
    </Suspense>
  )
}
