import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where the lines of a bundle come from is written beside it. */
export const mapOf = (bundle) => `${bundle}.map`

/** The bundles of this process by their address, with their maps once a stack has been asked for. */
const bundles = new Map()

/**
 * Stacks name the sources instead of the bundle. Node itself would read the map with the module, two million characters
 * in each process; this reads it for the first fault.
 */
export function nameSourcesInStacks(bundle) {
  bundles.set(pathToFileURL(bundle).href, { file: bundle, map: undefined })
  Error.prepareStackTrace = (error, calls) => [headOf(error), ...calls.map(lineOf)].join('\n    at ')
}

function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return '<error>'
  }
}

function lineOf(call) {
  const bundle = bundles.get(call.getFileName())
  const source = bundle && sourceOf(bundle, call.getLineNumber(), call.getColumnNumber())
  if (!source) return `${call}`
  return `${call}`.replace(
    `${call.getFileName()}:${call.getLineNumber()}:${call.getColumnNumber()}`,
    () => source,
  )
}

function sourceOf(bundle, line, column) {
  bundle.map ??= readMap(bundle.file)
  const found = bundle.map.findEntry(line - 1, column - 1)
  if (found?.originalSource === undefined) return null
  const file = path.resolve(path.dirname(bundle.file), found.originalSource)
  return `${file}:${found.originalLine + 1}:${found.originalColumn + 1}`
}

/** A newer version may have cleared it away; then stacks name the bundle. */
function readMap(bundle) {
  try {
    return new SourceMap(JSON.parse(readFileSync(mapOf(bundle), 'utf8')))
  } catch {
    return { findEntry: () => undefined }
  }
}
