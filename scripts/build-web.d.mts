export function knowPages(): void
export function buildWebIfStale(): Promise<void>
