// Files that import each other in a circle.
import { dirname } from 'node:path'
import { importsOf } from './sources.ts'

/** Tarjan's algorithm: the strongly connected components of more than one file, each in alphabetical order. */
export function findCircles(files: readonly string[], importsIn: (file: string) => string[]): string[][] {
  const known = new Set(files)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const lower = (file: string, to: number | undefined) =>
    lowest.set(file, Math.min(lowest.get(file) ?? 0, to ?? 0))

  const visit = (file: string): void => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const target of importsIn(file).filter((each) => known.has(each))) {
      if (!order.has(target)) {
        visit(target)
        lower(file, lowest.get(target))
      } else if (open.includes(target)) lower(file, order.get(target))
    }
    if (lowest.get(file) !== order.get(file)) return
    const members = open.splice(open.indexOf(file))
    if (members.length > 1) circles.push(members.sort())
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return circles
}

/** Folder → circles in it; one that crosses folders is listed under the folder of its first file. */
export function circlesByFolder(files: readonly string[]): Record<string, string[][]> {
  const circles = findCircles(files, (file) => importsOf(file).map((target) => target.split('?')[0] ?? ''))
  const folders: Record<string, string[][]> = {}
  for (const circle of circles) {
    const folder = dirname(circle[0] ?? '')
    folders[folder] = [...(folders[folder] ?? []), circle]
  }
  return folders
}
