import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { memo } from 'react'
import { useNavigate } from 'react-router'
import { useAllowed } from '#web/core/allowed.tsx'
import styles from '../grid/class-grid.module.css'
import type { RowAction } from './dialogs/row-action.ts'

type Props = {
  recordId: number
  studentId: number
  name: string
  correctable: boolean
  onAction: (action: RowAction) => void
}

export const RowMenu = memo(function RowMenu({ recordId, studentId, name, correctable, onAction }: Props) {
  const navigate = useNavigate()
  const mayOpenFile = useAllowed(['studentView'])
  const items = [
    ...(correctable ? [{ key: 'correction', label: '申请更正' }] : []),
    { key: 'changes', label: '修改经过' },
    ...(mayOpenFile ? [{ key: 'file', label: '学生档案' }] : []),
  ]
  const handleClick = ({ key }: { key: string }) => {
    if (key === 'file') void navigate(`/schools/student-info?studentId=${studentId}`)
    if (key === 'correction' || key === 'changes') onAction({ kind: key, recordId })
  }
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, onClick: handleClick }} placement="bottomRight">
      <button type="button" className={styles.gridMore} aria-label={`${name}的更多操作`} title="更多操作">
        <MoreOutlined />
      </button>
    </Dropdown>
  )
})
