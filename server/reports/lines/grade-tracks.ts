// Which grades follow each other on one way through school.
import { SchoolStage } from '#contract/core/codes.ts'
import type { Line } from './report-table.ts'

const stageOf = ({ key }: Line) => SchoolStage.codes.find((code) => key.startsWith(`grade ${code}`))

/** From year to year up to the general high school; nobody goes from there to a vocational one, nor are colleges children. */
export function isNextYear(before: Line, line: Line): boolean {
  const [from, to] = [stageOf(before), stageOf(line)]
  if (from === undefined || to === undefined) return false
  return from === to || (to === from + 1 && to <= SchoolStage.code.seniorHigh)
}

export type GradeTrack = { name: string; lines: Line[] }

/** 幼儿园至普通高中, 职业高中, 大专, 本科: only within one of them a line may lead from grade to grade. */
export function gradeTracks(lines: readonly Line[]): GradeTrack[] {
  const tracks: Line[][] = []
  for (const [nth, line] of lines.entries()) {
    const before = lines[nth - 1]
    if (before && isNextYear(before, line)) tracks.at(-1)?.push(line)
    else tracks.push([line])
  }
  return tracks.map((track) => ({ name: nameOf(track), lines: track }))
}

function nameOf(track: readonly Line[]): string {
  const stages = [track[0], track.at(-1)].flatMap((line) => (line ? (stageOf(line) ?? []) : []))
  return [...new Set(stages.map((stage) => SchoolStage.label(stage)))].join('至')
}
