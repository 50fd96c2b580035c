import type { AreaNode } from '#contract/areas/schemas.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { SelectField } from './field.tsx'
import styles from './login.module.css'
import type { FieldBinding } from './use-fields.ts'

export type AreaChoice = { provinceId: string; cityId: string; regionId: string }
const LEVELS = [
  ['provinceId', '所在省份', '请选择省'],
  ['cityId', '所在城市', '请选择市'],
  ['regionId', '所在区县', '请选择区县'],
] as const

type AreaSelectsProps = {
  tree: readonly AreaNode[]
  texts: AreaChoice
  bind: (name: keyof AreaChoice) => FieldBinding
  set: (name: keyof AreaChoice, value: string) => void
}

/** Province, city and district as three plain selects; a choice empties those below it. */
export function AreaSelects({ tree, texts, bind, set }: AreaSelectsProps) {
  const nodes = nodesByLevel(tree, texts)
  return (
    <div className={`${styles.wide} ${styles.areas}`}>
      {LEVELS.map(([name, label, empty], level) => (
        <SelectField
          key={name}
          label={label}
          empty={empty}
          disabled={nodes[name].length === 0}
          options={nodes[name].map(({ id, name: text }) => ({ value: id, label: text }))}
          field={{
            ...bind(name),
            onChange: ({ target }) => {
              set(name, target.value)
              for (const [below] of LEVELS.slice(level + 1)) set(below, '')
            },
          }}
        />
      ))}
    </div>
  )
}

/** A level must be chosen where there is anything to choose: some cities have no districts. */
export function areaFault(
  tree: readonly AreaNode[],
  texts: AreaChoice,
  level: keyof AreaChoice,
): string | undefined {
  if (texts[level]) return undefined
  const open = level === 'provinceId' || nodesByLevel(tree, texts)[level].length > 0
  return open ? MESSAGES.areaRequired[0] : undefined
}

function nodesByLevel(tree: readonly AreaNode[], texts: AreaChoice) {
  const childrenOf = (nodes: readonly AreaNode[], id: string) =>
    nodes.find((node) => node.id === id)?.children ?? []
  const cities = childrenOf(tree, texts.provinceId)
  return { provinceId: tree, cityId: cities, regionId: childrenOf(cities, texts.cityId) }
}
