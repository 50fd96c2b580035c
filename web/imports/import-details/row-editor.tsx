import { Button, Flex, Input, Typography } from 'antd'
import type { ImportRow } from '#contract/imports/schemas.ts'
import layout from '#web/core/layout.module.css'
import styles from './import-details.module.css'
import { focusCorrectButton } from './row-columns.tsx'
import { cellOf, changedCells, type RowEdit } from './row-editing.ts'
import { headerName, isAbout, type SheetHeader } from './sheet-columns.ts'
import type { Corrections } from './use-corrections.ts'

type Props = {
  row: ImportRow
  edit: RowEdit
  headers: readonly SheetHeader[]
  corrections: Corrections
}

/** The cells of one row as inputs: wrong ones first, the others on demand. Enter goes on, Escape leaves. */
export function RowEditor({ row, edit, headers, corrections }: Props) {
  const wrong = headers.filter((header) => row.issues.some((issue) => isAbout(header, issue)))
  const others = headers.filter((header) => !wrong.includes(header) && header.key !== null)
  // What is wrong with the row as a whole can lie in any cell.
  const unfolded = edit.unfolded || wrong.length === 0
  const shown = unfolded ? [...wrong, ...others] : wrong
  const handleLeave = () => {
    corrections.close(row.row)
    focusCorrectButton(row.row)
  }
  const changed = Object.keys(changedCells(edit)).length > 0
  return (
    <fieldset
      className={styles.importEditor}
      aria-label={`更正第 ${row.row} 行`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.stopPropagation()
        handleLeave()
      }}
    >
      <div className={styles.importEditorCells}>
        {shown.map((header, nth) => (
          <CellInput
            key={header.index}
            header={header}
            row={row}
            value={cellOf(edit, header.index)}
            autoFocus={nth === 0}
            onType={(text) => corrections.type(row.row, header.index, text)}
            onEnter={() => void corrections.saveAndGoOn(row.row)}
          />
        ))}
      </div>
      <Flex gap="small" align="center" wrap>
        <Button
          type="primary"
          size="small"
          disabled={!changed}
          loading={corrections.saving}
          onClick={() => void corrections.save([edit])}
        >
          保存并检查
        </Button>
        <Button size="small" onClick={handleLeave}>
          放弃
        </Button>
        {!unfolded && others.length > 0 && (
          <Button type="link" size="small" onClick={() => corrections.unfold(row.row)}>
            显示其他列
          </Button>
        )}
        <Typography.Text type="secondary" className={layout.smallText}>
          回车保存并到下一错误行，Esc 退出
        </Typography.Text>
      </Flex>
    </fieldset>
  )
}

type CellProps = {
  header: SheetHeader
  row: ImportRow
  value: string
  autoFocus: boolean
  onType: (text: string) => void
  onEnter: () => void
}

function CellInput({ header, row, value, autoFocus, onType, onEnter }: CellProps) {
  const issues = row.issues.filter((issue) => isAbout(header, issue))
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input lies inside
    <label>
      <span>{headerName(header)}</span>
      <Input
        size="small"
        autoFocus={autoFocus}
        autoComplete="off"
        maxLength={200}
        value={value}
        status={issues.length > 0 ? 'error' : undefined}
        onChange={(event) => onType(event.target.value)}
        onPressEnter={(event) => {
          // Enter that picks a word of an input method is not meant for us.
          if (!event.nativeEvent.isComposing) onEnter()
        }}
      />
      {issues.map(({ code, message, advice }) => (
        <Typography.Text key={code} type="danger" className={layout.smallText}>
          {message}，{advice}
        </Typography.Text>
      ))}
    </label>
  )
}
