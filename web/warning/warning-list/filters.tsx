import { Checkbox, Form } from 'antd'
import type { z } from 'zod'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  INDICATOR_NAMES,
  INDICATORS,
  WarningLevelCode,
  WarningScope,
  type WarningScopeCode,
} from '#contract/warning/rules.ts'
import {
  Counting,
  type CountingCode,
  type WarningFilter,
  WarningStatus,
} from '#contract/warning/warning-schemas.ts'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { PlaceFilter } from './place-filter.tsx'
import type { TabScope } from './scope-tabs.ts'

const { student, region, city } = WarningScope.code

type Filter = Omit<z.output<typeof WarningFilter>, 'planId' | 'scope'>
type Props = {
  planId: number
  tab: TabScope
  query: Filter
  place: UnitKey
  /** Several schools can be listed. */
  withSchool: boolean
  onChange: (patch: Partial<Filter>) => void
  onGo: (key: UnitKey) => void
}

/** Those that the warnings of a tab can have. */
function indicatorsOf(tab: TabScope) {
  const scopes: readonly WarningScopeCode[] = tab === region ? [region, city] : [tab]
  return INDICATOR_NAMES.filter((name) =>
    (INDICATORS[name].scopes as readonly WarningScopeCode[]).some((scope) => scopes.includes(scope)),
  ).map((value) => ({ value, label: INDICATORS[value].label }))
}

function keywordLabel(tab: TabScope, withSchool: boolean): string {
  if (tab !== student) return '学校名称'
  return withSchool ? '姓名或学校' : '姓名'
}

/** A state that is asked for counts more than that closed ones are left out. */
const countingOf = ({ counting, status }: Filter): CountingCode =>
  status === WarningStatus.code.closed && counting === Counting.code.open ? Counting.code.active : counting

export function WarningFilters({ planId, tab, query, place, withSchool, onChange, onGo }: Props) {
  return (
    <>
      <PlaceFilter planId={planId} place={place} onGo={onGo} />
      <SelectFilter
        label="级别"
        options={WarningLevelCode.options}
        value={query.level}
        onChange={(level) => onChange({ level })}
        width={92}
      />
      <SelectFilter
        label="状态"
        options={WarningStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={104}
      />
      <SelectFilter
        label="指标"
        options={indicatorsOf(tab)}
        value={query.indicator}
        onChange={(indicator) => onChange({ indicator })}
        width={172}
      />
      <SelectFilter
        label="预警"
        options={Counting.options}
        value={countingOf(query)}
        onChange={(counting = Counting.code.open) =>
          onChange({
            counting,
            ...(counting === Counting.code.open &&
              query.status === WarningStatus.code.closed && { status: undefined }),
          })
        }
        width={104}
      />
      {(tab === student || (tab !== region && withSchool)) && (
        <KeywordFilter
          label={keywordLabel(tab, withSchool)}
          width={172}
          placeholder="输入部分文字"
          query={query.keyword === undefined ? {} : { keyword: query.keyword }}
          onChange={onChange}
        />
      )}
      <Form.Item>
        <Checkbox checked={query.overdue} onChange={({ target }) => onChange({ overdue: target.checked })}>
          只看逾期
        </Checkbox>
      </Form.Item>
    </>
  )
}
