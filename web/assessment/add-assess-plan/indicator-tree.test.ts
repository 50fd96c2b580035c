import { describe, expect, it } from 'vitest'
import type { Indicators } from '#contract/assessment/indicators.ts'
import { sampleIndicators } from '#contract/assessment/sample-indicators.ts'
import { AssessObject } from '#contract/assessment/statuses.ts'
import { sampleHeads } from '#web/testing/samples/assessments.ts'
import {
  addHead,
  addLeaf,
  changeLeaf,
  computedBy,
  mayMove,
  moveNode,
  removeNode,
  withThresholds,
} from './indicator-tree.ts'

const keysOf = (tree: Indicators) => tree.map(({ key, leaves }) => `${key}:${leaves.map((leaf) => leaf.key)}`)
const TREE = sampleHeads()
const leafOf = (tree: Indicators, key: string) => {
  const leaf = tree.flatMap(({ leaves }) => leaves).find((each) => each.key === key)
  if (!leaf) throw new Error(`no leaf ${key}`)
  return leaf
}

describe('moving', () => {
  it('swaps heads and leaves with their neighbours', () => {
    expect(keysOf(moveNode(TREE, { headKey: 'h2', leafKey: null }, -1))[0]).toBe('h2:h2l1,h2l2')
    expect(keysOf(moveNode(TREE, { headKey: 'h1', leafKey: 'h1l1' }, 1))[0]).toBe('h1:h1l2,h1l1')
  })

  it('takes the last leaf of a head into the next, and back', () => {
    const down = moveNode(TREE, { headKey: 'h1', leafKey: 'h1l2' }, 1)
    expect(keysOf(down).slice(0, 2)).toEqual(['h1:h1l1', 'h2:h1l2,h2l1,h2l2'])
    expect(keysOf(moveNode(down, { headKey: 'h2', leafKey: 'h1l2' }, -1))).toEqual(keysOf(TREE))
  })

  it('ends at both ends of the tree', () => {
    expect(mayMove(TREE, { headKey: 'h1', leafKey: null }, -1)).toBe(false)
    expect(mayMove(TREE, { headKey: 'h1', leafKey: 'h1l1' }, -1)).toBe(false)
    expect(mayMove(TREE, { headKey: 'h3', leafKey: 'h3l1' }, 1)).toBe(false)
    expect(keysOf(moveNode(TREE, { headKey: 'h3', leafKey: 'h3l1' }, 1))).toEqual(keysOf(TREE))
  })
})

describe('adding and removing', () => {
  it('gives keys that were never used in the tree', () => {
    const first = addLeaf(TREE, 'h1')
    const second = addLeaf(first.tree, 'h2')
    expect([first.node.leafKey, second.node.leafKey]).toEqual(['l1', 'l2'])
    expect(addHead(second.tree, true).tree.at(-1)).toMatchObject({ key: 'h4', bonus: true, leaves: [] })
  })

  it('takes the leaves of a head with it', () => {
    expect(keysOf(removeNode(TREE, { headKey: 'h1', leafKey: null }))).toEqual(['h2:h2l1,h2l2', 'h3:h3l1'])
    expect(keysOf(removeNode(TREE, { headKey: 'h2', leafKey: 'h2l1' }))[1]).toBe('h2:h2l2')
  })
})

describe('a computed indicator', () => {
  const leaf = leafOf(addLeaf(TREE, 'h1').tree, 'l1')

  it('takes name, thresholds and rule of its metric', () => {
    const next = { ...leaf, ...computedBy('validity', leaf) }
    expect(next).toMatchObject({ name: '有效率', computed: { metric: 'validity', full: 97, zero: 85 } })
    expect(next.rule).toMatch(/达到97%得满分，85%得0分/)
    expect({ ...next, ...computedBy('completion', next) }).toMatchObject({ name: '完成率' })
  })

  it('keeps what somebody wrote', () => {
    const written = { ...leaf, name: '筛查完成情况', rule: '按文件评分' }
    expect(computedBy('completion', written)).not.toHaveProperty('name')
    expect(computedBy('completion', written)).not.toHaveProperty('rule')
  })

  it('has a rule that follows its thresholds until it is rewritten', () => {
    const next = { ...leaf, ...computedBy('completion', leaf) }
    const stricter = { ...next, ...withThresholds(next, { full: 99 }) }
    expect(stricter.rule).toMatch(/达到99%得满分/)
    expect(withThresholds({ ...next, rule: '按文件评分' }, { full: 99 })).not.toHaveProperty('rule')
  })
})

it('the sample of every kind can be changed leaf by leaf', () => {
  for (const object of AssessObject.codes) {
    const tree = sampleIndicators(object)
    const head = tree[0]
    const key = head?.leaves[0]?.key ?? ''
    const changed = changeLeaf(tree, head?.key ?? '', key, () => ({ points: 1 }))
    expect(leafOf(changed, key).points).toBe(1)
  }
})
