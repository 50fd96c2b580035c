export type Platform = { os: string; cpu: string; libc?: string | undefined }
export const RUNTIME: string[]
export const TOOLS: string[]
export function thisPlatform(): Platform
export function missingNatives(root: string, names: string[], platform: Platform): string[]
