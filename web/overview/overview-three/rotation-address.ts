// What a wall shows in turn is its address: /overviewThree?rotate=30&order=overview,rate&screen=2/3
import { z } from 'zod'

/** The views of the third set in their usual order. */
export const VIEW_NAMES = [
  'overview',
  'rate',
  'diopter',
  'top',
  'student',
  'hospital',
  'parent',
  'province',
] as const
export type ViewName = (typeof VIEW_NAMES)[number]

const ROTATE_LEAST_S = 5
const ROTATE_MOST_S = 3_600

export const RotationAddress = z.object({
  view: z.enum(VIEW_NAMES).optional(),
  planId: z.coerce.number().int().positive().optional(),
  /** An area by its code. */
  id: z.coerce.number().int().positive().optional(),
  /** Seconds for each view; without them it stands still. */
  rotate: z.coerce.number().int().min(ROTATE_LEAST_S).max(ROTATE_MOST_S).optional(),
  /** What is shown, in this order. */
  order: z.string().optional(),
  /** 2/3: the second of three screens side by side. */
  screen: z
    .string()
    .regex(/^[1-9]\/[1-9]$/)
    .optional(),
  /** The hospital side alone. */
  hospital: z.literal('1').optional(),
})
export type RotationAddress = z.output<typeof RotationAddress>

const isView = (name: string): name is ViewName => VIEW_NAMES.some((each) => each === name)

/** The views of this screen: of several side by side each has every so manieth, so that together they show all. */
export function viewsOf({ order, screen, hospital }: RotationAddress): ViewName[] {
  if (hospital === '1') return ['hospital']
  const asked = [...new Set((order ?? '').split(',').filter(isView))]
  const all = asked.length > 0 ? asked : [...VIEW_NAMES]
  const [nth = 1, screens = 1] = (screen ?? '1/1').split('/').map(Number)
  const own = all.filter((_, at) => at % screens === (nth - 1) % screens)
  // More screens than views: the last ones show the first views again.
  return own.length > 0 ? own : all.slice((nth - 1) % all.length, ((nth - 1) % all.length) + 1)
}

/** The view that the address names, else the first of the screen; the hospital side alone has no other. */
export function shownView(address: RotationAddress): ViewName {
  const views = viewsOf(address)
  const first = views[0] ?? 'overview'
  return address.hospital === '1' ? first : (address.view ?? first)
}

/** What comes after a view; after one that is not among them, the first. */
export const viewAfter = (views: readonly ViewName[], view: ViewName): ViewName =>
  views[(views.indexOf(view) + 1) % views.length] ?? view

export const viewBefore = (views: readonly ViewName[], view: ViewName): ViewName =>
  views.at(views.indexOf(view) < 0 ? -1 : views.indexOf(view) - 1) ?? view
