// Loaded on demand: echarts with nothing but what the two rings need.
import { PieChart, type PieSeriesOption } from 'echarts/charts'
import {
  LegendComponent,
  type LegendComponentOption,
  TooltipComponent,
  type TooltipComponentOption,
} from 'echarts/components'
import { type ComposeOption, type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([PieChart, TooltipComponent, LegendComponent, SVGRenderer])

export type RingsOption = ComposeOption<PieSeriesOption | TooltipComponentOption | LegendComponentOption>

export const createRings = (element: HTMLElement): EChartsType => init(element, null, { renderer: 'svg' })
