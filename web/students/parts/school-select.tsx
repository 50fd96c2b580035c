import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { OrgPicker, type OrgPickerField } from '#web/widgets/org/org-picker.tsx'

type Props = OrgPickerField & {
  /** Schools of the own range where left out, or those a student may go to. */
  endpoint?: typeof schoolEndpoints.searchSchool
  /** Left out of the list. */
  except?: number
}

/** Finds one school by its name. */
export function SchoolSelect({ endpoint = schoolEndpoints.searchSchool, ...field }: Props) {
  const [keyword, setTyped] = useTypedText()
  const found = useCall(endpoint, { pageNum: 1, keyword })
  return <OrgPicker {...field} noun="学校" unit="所" found={found} onSearch={setTyped} />
}
