import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Everything that is or is about to be part of the repository, as paths from its root. */
export const FILES: readonly string[] = [
  ...new Set(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
      .split('\0')
      .filter((path) => path !== ''),
  ),
].sort()

const texts = new Map<string, string>()

/** The text of a file; empty for one that was deleted and is still listed. */
export function textOf(path: string): string {
  const known = texts.get(path)
  if (known !== undefined) return known
  let text = ''
  try {
    text = readFileSync(posix.join(ROOT, path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  texts.set(path, text)
  return text
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
export const isCode = (path: string): boolean => /\.(ts|tsx|mts|mjs)$/.test(path)

/** Source files below one of the roots, tests left out. */
export function sourcesUnder(...roots: string[]): string[] {
  return FILES.filter(
    (path) =>
      isCode(path) && !isTest(path) && roots.some((root) => path === root || path.startsWith(`${root}/`)),
  )
}

/** The text without comments, so that a word in prose is no finding. */
export function codeOf(path: string): string {
  return withoutComments(textOf(path))
}

const BLOCK_COMMENT = /(^|[\s{])\/\*[\s\S]*?\*\//g
const LINE_COMMENT = /(^|\s)\/\/(\s.*)?$/gm

export function withoutComments(text: string): string {
  return text.replace(BLOCK_COMMENT, '$1').replace(LINE_COMMENT, '$1')
}

/** The comments of a text, in the order of their appearance. */
export function commentsOf(text: string): string[] {
  const either = new RegExp(`${BLOCK_COMMENT.source}|${LINE_COMMENT.source}`, 'gm')
  return [...text.matchAll(either)].map(([comment]) => comment.trim()).filter((comment) => comment !== '//')
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"\n]+)\1/g

/** What a file imports: paths from the root for our own files, package names as they stand. */
export function importsOf(path: string): string[] {
  return [...codeOf(path).matchAll(IMPORT)].map((match) => resolveImport(path, match[2] ?? ''))
}

export function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier
}

export const isOwn = (target: string): boolean => /^(contract|server|web|tests|scripts|bench)\//.test(target)

/** `file:line: text` of every line that a pattern finds in a file's code. */
export function linesWith(path: string, pattern: RegExp): string[] {
  return codeOf(path)
    .split('\n')
    .flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : []))
}
