// The tree of indicators as it is edited: every change gives a new tree.
import type { Head, Indicators, Leaf } from '#contract/assessment/indicators.ts'
import { METRICS, type MetricName } from '#contract/assessment/metrics.ts'
import { computedRule } from '#contract/assessment/sample-indicators.ts'

/** A head, or one of its leaves. */
export type NodeKey = { headKey: string; leafKey: string | null }
export const idOf = ({ headKey, leafKey }: NodeKey): string => leafKey ?? headKey

const keysOf = (tree: Indicators): string[] =>
  tree.flatMap(({ key, leaves }) => [key, ...leaves.map((leaf) => leaf.key)])

/** The next number that is free: keys outlive their places. */
function freeKey(tree: Indicators, letter: 'h' | 'l'): string {
  const numbers = keysOf(tree)
    .filter((key) => key.startsWith(letter))
    .map((key) => Number(key.slice(1)))
    .filter((number) => Number.isInteger(number))
  return `${letter}${Math.max(0, ...numbers) + 1}`
}

export function addHead(tree: Indicators, bonus = false): { tree: Indicators; node: NodeKey } {
  const key = freeKey(tree, 'h')
  const head: Head = { key, name: '', points: 0, bonus, leaves: [] }
  return { tree: [...tree, head], node: { headKey: key, leafKey: null } }
}

export function addLeaf(tree: Indicators, headKey: string): { tree: Indicators; node: NodeKey } {
  const key = freeKey(tree, 'l')
  const leaf: Leaf = { key, name: '', points: 0, rule: '', computed: null, filesRequired: true }
  const changed = changeHead(tree, headKey, ({ leaves }) => ({ leaves: [...leaves, leaf] }))
  return { tree: changed, node: { headKey, leafKey: key } }
}

export const changeHead = (
  tree: Indicators,
  headKey: string,
  change: (head: Head) => Partial<Head>,
): Indicators => tree.map((head) => (head.key === headKey ? { ...head, ...change(head) } : head))

export const changeLeaf = (
  tree: Indicators,
  headKey: string,
  leafKey: string,
  change: (leaf: Leaf) => Partial<Leaf>,
): Indicators =>
  changeHead(tree, headKey, ({ leaves }) => ({
    leaves: leaves.map((leaf) => (leaf.key === leafKey ? { ...leaf, ...change(leaf) } : leaf)),
  }))

export const removeNode = (tree: Indicators, { headKey, leafKey }: NodeKey): Indicators =>
  leafKey === null
    ? tree.filter(({ key }) => key !== headKey)
    : changeHead(tree, headKey, ({ leaves }) => ({ leaves: leaves.filter(({ key }) => key !== leafKey) }))

/** One place up (-1) or down (1); the first and the last leaf of a head go on into the next head. */
export function moveNode(tree: Indicators, { headKey, leafKey }: NodeKey, step: -1 | 1): Indicators {
  const at = tree.findIndex(({ key }) => key === headKey)
  const head = tree[at]
  if (!head) return tree
  if (leafKey === null) return swapped(tree, at, at + step)
  const leafAt = head.leaves.findIndex(({ key }) => key === leafKey)
  const leaf = head.leaves[leafAt]
  if (!leaf) return tree
  if (head.leaves[leafAt + step]) {
    return changeHead(tree, headKey, ({ leaves }) => ({ leaves: swapped(leaves, leafAt, leafAt + step) }))
  }
  const next = tree[at + step]
  if (!next) return tree
  const without = removeNode(tree, { headKey, leafKey })
  return changeHead(without, next.key, ({ leaves }) => ({
    leaves: step === 1 ? [leaf, ...leaves] : [...leaves, leaf],
  }))
}

export function mayMove(tree: Indicators, { headKey, leafKey }: NodeKey, step: -1 | 1): boolean {
  const at = tree.findIndex(({ key }) => key === headKey)
  if (tree[at + step]) return true
  const leaves = tree[at]?.leaves ?? []
  return leafKey !== null && leaves[leaves.findIndex(({ key }) => key === leafKey) + step] !== undefined
}

function swapped<Row>(rows: readonly Row[], one: number, other: number): Row[] {
  const next = [...rows]
  const [first, second] = [next[one], next[other]]
  if (first === undefined || second === undefined) return next
  next[one] = second
  next[other] = first
  return next
}

/** 系统: with what is usual for the metric; a name and a rule that somebody wrote stay. */
export function computedBy(metric: MetricName, leaf: Leaf): Partial<Leaf> {
  const { label, full, zero } = METRICS[metric]
  const usual = leaf.computed && computedRule(leaf.computed.metric, leaf.computed)
  const writesRule = leaf.rule === '' || leaf.rule === usual
  const isUnnamed = leaf.name === '' || (leaf.computed && leaf.name === METRICS[leaf.computed.metric].label)
  return {
    computed: { metric, full, zero },
    filesRequired: false,
    ...(isUnnamed && { name: label }),
    ...(writesRule && { rule: computedRule(metric, { full, zero }) }),
  }
}

/** Other thresholds; a rule that is made from them follows. */
export function withThresholds(leaf: Leaf, change: { full?: number; zero?: number }): Partial<Leaf> {
  if (!leaf.computed) return {}
  const computed = { ...leaf.computed, ...change }
  const follows = leaf.rule === computedRule(computed.metric, leaf.computed)
  return { computed, ...(follows && { rule: computedRule(computed.metric, computed) }) }
}
