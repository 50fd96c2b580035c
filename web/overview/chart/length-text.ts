/** A tenth of a per cent is less than a pixel. */
const rounded = (percent: number): number => Math.round(percent * 10) / 10

/**
 * A length in a chart, of its whole. A saved record would move every bar of a province by less than anybody sees, and have
 * the browser draw each step of it: hence rounded.
 */
export const lengthText = (percent: number): string => `${rounded(percent)}%`

/** The same of a bar that is as long as its whole: the browser lays nothing out anew while it moves. */
export const scaleText = (percent: number): string => `scaleX(${rounded(percent) / 100})`

/** From the beginning of a line, which is the container whose width counts. */
export const shiftText = (percent: number): string => `translateX(${rounded(percent)}cqw)`
