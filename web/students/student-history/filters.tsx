import { Form } from 'antd'
import { HistoryStatus, SchoolStage } from '#contract/core/codes.ts'
import { schoolYearName, schoolYearOf } from '#contract/schools/grades.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import type { HistoryPageQuery } from '#contract/students/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatDate } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { StudentNameFilter } from '../history-parts/student-name-filter.tsx'
import { SchoolSelect } from '../parts/school-select.tsx'

/** The school years in the filter; older ones are reached through the list. */
const YEARS_OFFERED = 13

type Props = {
  query: HistoryPageQuery
  onChange: (patch: Partial<HistoryPageQuery>) => void
  /** False for those who see one school only. */
  manySchools: boolean
  /** Name of the school in the query, known from the rows. */
  schoolName?: string
}

export function HistoryFilters({ query, onChange, manySchools, schoolName }: Props) {
  const types = useCall(studentEndpoints.historyTypes, {}, { background: true })
  return (
    <>
      <StudentNameFilter value={query.name} onChange={onChange} />
      {manySchools && (
        <>
          <Form.Item label="学校">
            <SchoolSelect
              aria-label="学校"
              value={query.orgId}
              knownName={schoolName}
              onChange={(orgId) => onChange({ orgId, gradeId: undefined, classId: undefined })}
              placeholder="全部"
              className={layout.width200}
            />
          </Form.Item>
          <SelectFilter
            label="学段"
            options={SchoolStage.options}
            value={query.prefix}
            onChange={(prefix) => onChange({ prefix })}
            width={108}
          />
        </>
      )}
      <SelectFilter
        label="去向"
        options={
          types.data?.map((type) => ({ value: type.historyType, label: type.name })) ?? HistoryStatus.options
        }
        value={query.historyType}
        onChange={(historyType) => onChange({ historyType })}
        width={104}
      />
      <SelectFilter
        label="离校学年"
        options={schoolYears(query.schoolYear)}
        value={query.schoolYear}
        onChange={(schoolYear) => onChange({ schoolYear })}
        width={148}
      />
    </>
  )
}

function schoolYears(chosen: number | undefined) {
  const now = schoolYearOf(formatDate(new Date()))
  const years = Array.from({ length: YEARS_OFFERED }, (_, index) => now - index)
  if (chosen !== undefined && !years.includes(chosen)) years.push(chosen)
  return years.map((year) => ({ value: year, label: schoolYearName(year) }))
}
