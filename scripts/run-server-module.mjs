import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, requireNode } from './ensure-installed.mjs'
import { loadBundle } from './load-bundle.mjs'
import { mapOf, nameSourcesInStacks } from './stack-sources.mjs'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const BUNDLES = path.join(ROOT, 'dist/server')

// A terminal or pipe that goes away (`npm start | head -1`) takes our lines with it, not the product.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/**
 * The state of the sources as the process that started this one found it. A workbook is read and a document laid out
 * in a process of its own: finding it out again takes half of its start.
 */
export const KNOWN_SOURCES = 'VISION_SOURCES'
/** The same of the sources of the pages. */
export const KNOWN_PAGES = 'VISION_PAGES'

requireNode()
if (!process.env[KNOWN_SOURCES]) ensureInstalled()

/**
 * Loads a TypeScript module of the project in this process. It is bundled once per state of the sources: loading two
 * hundred files through a transpiling loader takes seconds, one file takes none.
 */
export async function runServerModule(file) {
  const bundle = await prepareServerModule(file)
  nameSourcesInStacks(bundle)
  return loadBundle(bundle)
}

/** Bundles a module that other processes will load, so that the first of them does not wait for it. */
export async function prepareServerModule(file) {
  const name = file.replace(/[\\/]/g, '-').replace(/\.ts$/, '')
  const version = versionOf(file)
  const bundle = path.join(BUNDLES, `${name}-${version}.cjs`)
  if (!existsSync(bundle)) await makeBundle(file, name, bundle)
  return bundle
}

const SERVER_SOURCES = ['server', 'contract', 'package-lock.json']

function versionOf(file) {
  const [folder] = file.split('/')
  if (!SERVER_SOURCES.includes(folder)) return hashOfSources([...SERVER_SOURCES, folder])
  return knowSources()
}

/** Finds out the state of the sources once for this process and those it starts. */
export function knowSources() {
  process.env[KNOWN_SOURCES] ??= hashOfSources(SERVER_SOURCES)
  return process.env[KNOWN_SOURCES]
}

async function makeBundle(file, name, bundle) {
  const { build } = await import('esbuild')
  // Written aside and renamed, so that two who start at once never load half a file.
  const draft = bundle.replace(/\.cjs$/, `.${process.pid}.cjs`)
  await build({
    entryPoints: [path.join(ROOT, file)],
    outfile: draft,
    bundle: true,
    banner: { js: ADDRESS_OF_BUNDLE },
    define: { 'import.meta.url': 'bundleAddress' },
    external: packagesLeftOutside(),
    platform: 'node',
    // What V8 compiles of an ES module cannot be kept.
    format: 'cjs',
    // Kept code cannot import; what is loaded later is required later.
    supported: { 'dynamic-import': false },
    target: 'node20',
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'error',
  })
  mkdirSync(BUNDLES, { recursive: true })
  for (const old of readdirSync(BUNDLES)) {
    const isOld = old.startsWith(`${name}-`) && !old.includes(`.${process.pid}.`) && !isRecent(old)
    if (isOld) rmSync(path.join(BUNDLES, old), { force: true })
  }
  renameSync(mapOf(draft), mapOf(bundle))
  renameSync(draft, bundle)
}

/** Together of more than a thousand files: loading them one by one takes a third of a start. */
const PACKAGES_INSIDE = [
  'kysely',
  'zod',
  'fastify',
  '@fastify/multipart',
  '@fastify/static',
  'pg',
  'pg-copy-streams',
  'yauzl',
  'yazl',
]
const ADDRESS_OF_BUNDLE = "const bundleAddress = require('node:url').pathToFileURL(__filename).href"

function packagesLeftOutside() {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  )
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  return names.filter((name) => !PACKAGES_INSIDE.includes(name))
}

/** Somebody may be about to load it. */
const isRecent = (name) =>
  performance.timeOrigin + performance.now() - statSync(path.join(BUNDLES, name)).mtimeMs < 60_000

/** One short name for the present state of these files and folders. */
export function hashOfSources(sources) {
  const hash = createHash('sha256')
  for (const source of new Set(sources)) {
    for (const file of filesUnder(path.join(ROOT, source))) {
      if (/\.test\.tsx?$/.test(file)) continue
      hash.update(path.relative(ROOT, file)).update(readFileSync(file))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

export function filesUnder(entry) {
  if (statSync(entry).isFile()) return [entry]
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesUnder(path.join(entry, name)))
}
