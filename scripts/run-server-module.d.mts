export const KNOWN_SOURCES: string
export const KNOWN_PAGES: string
export function knowSources(): string
export function hashOfSources(sources: readonly string[]): string
