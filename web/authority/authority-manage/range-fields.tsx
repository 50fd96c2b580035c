import { Form } from 'antd'
import { AddAccount } from '#contract/authority/schemas.ts'
import { DataRangeType } from '#contract/core/codes.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { AreaCascader, type AreaRange } from '#web/widgets/area/area-cascader.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const LEVEL_NAMES = { 1: '省', 2: '市', 3: '区县' } as const
type Level = keyof typeof LEVEL_NAMES
const isLevel = (type: number | undefined): type is Level => type !== undefined && type in LEVEL_NAMES

/** Ids of the area from the province downwards. */
export const pathOf = (area: AreaRange): string[] =>
  [area.provinceId, area.cityId, area.regionId].filter((id) => id !== null)

/** The data range of a government account: a level and an area, never beyond its organisation's own area. */
export function RangeFields({ area }: { area: AreaRange }) {
  const form = Form.useFormInstance()
  const type = Form.useWatch<number | undefined>('dataRangeType', form)
  const orgPath = pathOf(area)
  const levels = DataRangeType.options.filter(({ value }) => !isLevel(value) || value >= orgPath.length)
  const handleType = (next: number) => {
    form.setFieldValue('area', next === orgPath.length ? orgPath : undefined)
  }
  return (
    <>
      <Form.Item
        name="dataRangeType"
        label="数据范围"
        rules={rulesOf(AddAccount, 'dataRangeType', '请选择数据范围')}
        extra="不能超出机构所在区域；选“本机构”只能看到机构自身的数据"
      >
        <SelectRadio options={levels} onChange={handleType} />
      </Form.Item>
      {isLevel(type) && (
        <Form.Item
          name="area"
          label="范围所在区域"
          rules={[{ required: true, message: `请选择到${LEVEL_NAMES[type]}` }]}
        >
          <AreaCascader
            depth={type}
            within={area}
            allowClear={false}
            placeholder={`请选择到${LEVEL_NAMES[type]}`}
          />
        </Form.Item>
      )}
    </>
  )
}
