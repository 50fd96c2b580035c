import type { WarningRule } from '#contract/warning/rules.ts'

/** Thresholds are stored in thousandths of their unit. */
export const storedThreshold = (threshold: number): number => Math.round(threshold * 1000)

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Enabled rules of an area as the rows of an insert. */
export const ruleValues = (areaId: string, rules: readonly WarningRule[]): string =>
  rules
    .filter(({ enabled }) => enabled)
    .map(({ key, scope, stage, indicator, threshold, level, minValid, notify }) =>
      [
        ...[
          quoted(areaId),
          quoted(key),
          scope,
          stage,
          quoted(indicator),
          storedThreshold(threshold),
          level,
          minValid,
        ],
        quoted(`{${notify.join(',')}}`),
      ].join(', '),
    )
    .map((row) => `  (${row})`)
    .join(',\n')
