import { Flex } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { StudentRow } from '#contract/students/schemas.ts'
import { type ListQuery, useListQuery } from '#web/core/list-query.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { areaWithin, useAreaRange } from '#web/widgets/area/area-range.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { useChosenRows } from '#web/widgets/list/chosen-rows.ts'
import { useGrades } from '../parts/class-groups.ts'
import { RosterPanel } from './places/roster-panel.tsx'
import { findPlace, type RosterPlace, WHOLE_SCHOOL } from './places/roster-place.ts'
import { NO_AREA, type NumberFilters, PLACE, RosterQuery } from './roster-query.ts'
import { SchoolHeader } from './school-header.tsx'
import { StudentList } from './students/student-list.tsx'
import styles from './students-manage.module.css'
import type { Task } from './task.ts'
import { TaskHost } from './task-host.tsx'
import { type School, useSchool } from './use-school.ts'

const SETTLE_MS = 300

/** Grades, classes and students of one school, or the students of all schools in range. */
export function Page() {
  const [{ orgId }] = useUrlState(RosterQuery)
  const school = useSchool(orgId)
  const range = useAreaRange()
  const list = useListQuery(RosterQuery, {
    pinned: PLACE,
    // Inside one school an area has no meaning.
    restrict: (asked) => ({ ...asked, ...(school.orgId === undefined ? areaWithin(asked, range) : NO_AREA) }),
  })
  return <Roster key={school.orgId ?? 'all'} school={school} listQuery={list} />
}

type Props = { school: School; listQuery: ListQuery<typeof RosterQuery> }

function Roster({ school, listQuery }: Props) {
  const { filter, setFilter } = listQuery
  const { orgId } = school
  const { grades, error, isFetching, refetch } = useGrades(orgId)
  const [numbers, setNumbers] = useState<NumberFilters>({})
  const { prefix, gradeId, classId, ...filters } = filter
  const place: RosterPlace = { prefix, gradeId, classId }
  const selection = useChosenRows<StudentRow>(JSON.stringify([place, filters, numbers]))
  const found = findPlace(grades ?? [], place)

  const handlePlace = useCallback((next: RosterPlace) => setFilter(next), [setFilter])
  const handleSchool = (next: number | undefined) => {
    setFilter({ ...WHOLE_SCHOOL, ...NO_AREA, orgId: next })
  }
  const dialog = useDialog(TaskHost, {
    orgId,
    place,
    onPlace: handlePlace,
    onDone: () => selection.onChange([]),
  })
  const { show } = dialog
  const handleTask = useCallback((task: Task) => show({ task }), [show])
  // A class may have graduated or been deleted since the address was made. Right after a change the tree can be ahead
  // of the address or behind it, so both get time to settle.
  const gone = grades !== undefined && !isFetching && found === undefined
  useEffect(() => {
    if (!gone) return
    const timer = setTimeout(() => setFilter(WHOLE_SCHOOL, { replace: true }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [gone, setFilter])

  return (
    <Flex vertical gap="middle">
      <SchoolHeader
        school={school}
        place={place}
        found={found ?? {}}
        onSchool={handleSchool}
        onTask={handleTask}
      />
      <div
        className={
          orgId === undefined ? styles.rosterColumns : `${styles.rosterColumns} ${styles.rosterColumnsTwo}`
        }
      >
        {orgId !== undefined && (
          <div className={styles.rosterAside}>
            <RosterPanel
              grades={grades}
              error={error}
              onRetry={() => void refetch()}
              place={place}
              onPlace={handlePlace}
              onTask={handleTask}
            />
          </div>
        )}
        <StudentList
          orgId={orgId}
          listQuery={listQuery}
          grades={grades}
          found={found ?? {}}
          selection={selection}
          numbers={numbers}
          onNumbers={setNumbers}
          onTask={handleTask}
        />
      </div>
      {dialog.element}
    </Flex>
  )
}
