import { useState } from 'react'
import type { GradeNode } from '#contract/schools/schemas.ts'
import styles from '../students-manage.module.css'
import type { StartTask } from '../task.ts'
import { ClassMenu, GradeMenu } from './node-menu.tsx'
import {
  findPlace,
  peopleOf,
  type RosterPlace,
  type RosterStage,
  stagesOf,
  WHOLE_SCHOOL,
} from './roster-place.ts'
import { RosterRow } from './roster-row.tsx'

/** So many classes in all are shown at once; of more only those of the chosen grade. */
const CLASSES_AT_ONCE = 10

type Props = {
  grades: readonly GradeNode[]
  place: RosterPlace
  onPlace: (place: RosterPlace) => void
  onTask: StartTask
  /** A search shows everything that it found. */
  allOpen: boolean
}

/** Stages, grades and classes with their head counts; arrow keys go through them. */
export function RosterTree({ grades, place, onPlace, onTask, allOpen }: Props) {
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({})
  const found = findPlace(grades, place)
  const small = grades.reduce((sum, { classes }) => sum + classes.length, 0) <= CLASSES_AT_ONCE
  const choose = (next: RosterPlace) => onPlace({ ...WHOLE_SCHOOL, ...next })

  const opening = (key: string, byItself: boolean) => {
    const open = allOpen || (toggled[key] ?? byItself)
    return { open, onToggle: () => setToggled((now) => ({ ...now, [key]: !open })) }
  }
  const renderGrade = (grade: GradeNode) => {
    const key = `grade-${grade.gradeId}`
    const { open, onToggle } = opening(key, small || found?.grade?.gradeId === grade.gradeId)
    return (
      <li key={key}>
        <RosterRow
          level={1}
          name={grade.gradeName}
          people={grade.studentCount}
          chosen={place.gradeId === grade.gradeId && place.classId === undefined}
          open={grade.classes.length > 0 ? open : undefined}
          onToggle={onToggle}
          onChoose={() => choose({ gradeId: grade.gradeId })}
          menu={<GradeMenu grade={grade} onTask={onTask} />}
        />
        {open && grade.classes.length > 0 && (
          <ul>
            {grade.classes.map((item) => (
              <li key={item.classId}>
                <RosterRow
                  level={2}
                  name={item.className}
                  people={item.studentCount}
                  chosen={place.classId === item.classId}
                  onChoose={() => choose({ classId: item.classId })}
                  menu={<ClassMenu grade={grade} item={item} onTask={onTask} />}
                />
              </li>
            ))}
          </ul>
        )}
      </li>
    )
  }
  const renderStage = (stage: RosterStage) => {
    const key = `stage-${stage.prefix}`
    const { open, onToggle } = opening(key, true)
    return (
      <li key={key}>
        <RosterRow
          level={0}
          name={stage.prefixName}
          people={stage.studentCount}
          chosen={place.prefix === stage.prefix && found?.stage !== undefined}
          open={open}
          onToggle={onToggle}
          onChoose={() => choose({ prefix: stage.prefix })}
        />
        {open && <ul>{stage.grades.map(renderGrade)}</ul>}
      </li>
    )
  }
  const whole = place.prefix === undefined && place.gradeId === undefined && place.classId === undefined
  return (
    <nav aria-label="年级班级" className={styles.rosterTree}>
      <ul>
        {!allOpen && (
          <li>
            <RosterRow
              level={0}
              name="全部学生"
              people={peopleOf(grades)}
              chosen={whole}
              onChoose={() => choose({})}
            />
          </li>
        )}
        {stagesOf(grades).map(renderStage)}
      </ul>
    </nav>
  )
}
