export function hashOfSources(sources: readonly string[]): string
export function knowSources(): string
