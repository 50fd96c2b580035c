export function hashOfSources(sources: readonly string[]): string
