import { UnorderedListOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { YesNo } from '#contract/core/codes.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '../../dialog/use-dialog.tsx'
import { useExportTasks } from '../../export/export-tasks.ts'
import { useMayImport } from '../import-permissions.ts'
import { isOpen } from '../import-task-text.ts'
import styles from './import-list.module.css'
import { setImportListOpen, useImportStarted } from './import-started.ts'
import { useImportTasks } from './import-tasks.ts'
import { useImportWatch } from './import-watch.ts'

const ImportListDrawer = lazyPart(async () => (await import('./import-list-drawer.tsx')).ImportListDrawer)
const ImportSyncNotice = lazyPart(async () => (await import('./import-sync-notice.tsx')).ImportSyncNotice)

/** Floats above every page while there are imports or exports; unfolds into the list of them. */
export function ImportList() {
  const { open, nth } = useImportStarted()
  const mayImport = useMayImport()
  const imports = useImportTasks(open)
  const exports = useExportTasks(open)
  const [opened, setOpened] = useState(false)
  const syncNotice = useDialog(ImportSyncNotice)
  useImportWatch(imports.tasks, ({ recordId }) => syncNotice.show({ recordId }))
  if (open && !opened) setOpened(true)

  const count =
    imports.tasks.filter(isOpen).length + exports.tasks.filter(({ isEnd }) => isEnd === YesNo.code.no).length
  const title = mayImport ? '导入列表' : '导出列表'
  const empty = imports.tasks.length === 0 && exports.tasks.length === 0
  return (
    <>
      {(!empty || nth > 0) && (
        <button
          type="button"
          // With nothing left to wait for it takes no more room than it needs.
          data-import-float
          className={count > 0 ? styles.importFloat : `${styles.importFloat} ${styles.importFloatSmall}`}
          aria-label={count > 0 ? `${title}，${count} 个进行中` : title}
          title={title}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setImportListOpen(true)}
        >
          <UnorderedListOutlined aria-hidden />
          {count > 0 && title}
          {count > 0 && <span className={styles.importFloatCount}>{count}</span>}
        </button>
      )}
      <Suspense fallback={null}>
        {opened && (
          <ImportListDrawer
            open={open}
            title={title}
            imports={imports}
            exports={exports}
            onClose={() => setImportListOpen(false)}
          />
        )}
      </Suspense>
      {syncNotice.element}
    </>
  )
}
