import type { MenuProps } from 'antd'
import { MENU_TITLE_MAX_ENTRIES } from '#contract/core/limits.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import { isOpenTo, type Screen } from '#web/core/screen.ts'
import { iconOf, sectionIcon } from '../icons.tsx'

type Item = NonNullable<MenuProps['items']>[number]

export const screensInMenu = (
  screens: readonly Screen[],
  permissions: ReadonlySet<PermissionName>,
): Screen[] => screens.filter((screen) => !screen.hidden && isOpenTo(screen, permissions))

/** Next to a long menu the platform's title is left out (spec §2 "Top bar"). */
export const hasRoomForTitle = (screens: readonly Screen[]): boolean =>
  screens.length <= MENU_TITLE_MAX_ENTRIES

/** Screens without a section are items of their own, the others below theirs, in the order of the list. */
export function menuItems(screens: readonly Screen[]): Item[] {
  const items: Item[] = []
  const sections = new Map<string, Item[]>()
  for (const { section, path, title, icon } of screens) {
    if (!section) {
      items.push({ key: path, label: title, icon: iconOf(icon) })
      continue
    }
    let children = sections.get(section)
    if (!children) {
      children = []
      sections.set(section, children)
      items.push({ key: section, label: section, icon: sectionIcon(section), children })
    }
    children.push({ key: path, label: title })
  }
  return items
}
