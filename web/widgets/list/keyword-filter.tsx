import { TextFilter } from './text-filter.tsx'

const KEYWORD_MAX = 50

type Props = {
  label: string
  'aria-label'?: string
  placeholder?: string
  width: number
  query: { keyword?: string }
  onChange: (patch: { keyword: string | undefined }) => void
}

/** The filter for a part of a name. */
export function KeywordFilter({ query, onChange, placeholder = '输入部分名称', ...filter }: Props) {
  return (
    <TextFilter
      {...filter}
      placeholder={placeholder}
      value={query.keyword}
      maxLength={KEYWORD_MAX}
      onSearch={(keyword) => onChange({ keyword })}
    />
  )
}
