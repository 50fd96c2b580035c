/**
 * Spec §9: twelve chart colours, each at least 3:1 on white, neighbours told apart without hue alone. Screens and documents
 * draw with the same.
 */
export const CHART_COLORS = [
  '#1d5fd6',
  '#c77700',
  '#12908e',
  '#c2415d',
  '#6a4fc8',
  '#3f8f29',
  '#b4581a',
  '#0e7fb8',
  '#8a3ea8',
  '#8c7a00',
  '#c93f8f',
  '#5b6b7f',
] as const
