export function changedScreens(): string[]
export function screensTouchedBy(files: string[]): string[]
