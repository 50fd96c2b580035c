import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useRef } from 'react'
import type { ClassNode, GradeNode } from '#contract/schools/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import styles from '../students-manage.module.css'
import type { StartTask } from '../task.ts'

type GradeProps = { grade: GradeNode; onTask: StartTask }

export function GradeMenu({ grade, onTask }: GradeProps) {
  const filled = grade.classes.length > 0 || grade.classCount > 0
  return (
    <NodeMenu
      name={grade.gradeName}
      items={[
        { key: 'addClasses', label: '新增班级' },
        { key: 'editGrade', label: '更正年级' },
        { type: 'divider' },
        {
          key: 'deleteGrade',
          label: filled ? '删除年级（须先删除班级）' : '删除年级',
          danger: true,
          disabled: filled,
        },
      ]}
      onChoose={(key) => onTask({ kind: key as 'addClasses' | 'editGrade' | 'deleteGrade', grade })}
    />
  )
}

type ClassProps = GradeProps & { item: ClassNode }

export function ClassMenu({ grade, item, onTask }: ClassProps) {
  const filled = item.studentCount > 0
  return (
    <NodeMenu
      name={`${grade.gradeName}${item.className}`}
      items={[
        { key: 'renameClass', label: '修改班级名称' },
        { type: 'divider' },
        {
          key: 'deleteClass',
          label: filled ? '删除班级（还有学生）' : '删除班级',
          danger: true,
          disabled: filled,
        },
      ]}
      onChoose={(key) => onTask({ kind: key as 'renameClass' | 'deleteClass', grade, class: item })}
    />
  )
}

type Props = { name: string; items: NonNullable<MenuProps['items']>; onChoose: (key: string) => void }

/** The actions on a grade or class, for those who maintain the roster. */
function NodeMenu({ name, items, onChoose }: Props) {
  const allowed = useAllowed(['rosterManage'])
  const button = useRef<HTMLButtonElement>(null)
  if (!allowed) return null
  const handleClick: MenuProps['onClick'] = ({ key }) => {
    // The dialog gives the focus back to where it was when it opened; the menu's entry is gone by then.
    button.current?.focus()
    onChoose(key)
  }
  return (
    <Dropdown menu={{ items, onClick: handleClick }} trigger={['click']} autoFocus>
      <Button
        ref={button}
        type="text"
        size="small"
        className={styles.rosterMenu}
        aria-label={`${name}的操作`}
        aria-haspopup="menu"
        icon={<MoreOutlined />}
      />
    </Dropdown>
  )
}
