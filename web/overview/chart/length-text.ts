/**
 * A length in a chart, of its whole. A tenth of a per cent is less than a pixel: a saved record would move every bar of a
 * province by less than anybody sees, and have the browser draw each step of it.
 */
export const lengthText = (percent: number): string => `${Math.round(percent * 10) / 10}%`
