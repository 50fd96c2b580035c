import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

/**
 * Runs a bundle and returns what it exports. What V8 made of it is stored beside it for the next process: compiling takes a
 * third of a start. Another Node refuses what it did not make, and makes its own.
 */
export function loadBundle(file) {
  const compiledFile = `${file}.compiled`
  const cachedData = readCompiled(compiledFile)
  const script = new vm.Script(Module.wrap(readFileSync(file, 'utf8')), {
    filename: pathToFileURL(file).href,
    cachedData,
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file))
  // After it ran: what it called by then has been compiled.
  if (!cachedData || script.cachedDataRejected) keep(compiledFile, script.createCachedData())
  return module.exports
}

const DIGEST_BYTES = 32
const digestOf = (content) => createHash('sha256').update(content).digest()

/** What was stored whole. V8 does not look: a file that lost a page in a power cut would end the process at every start. */
function readCompiled(file) {
  let stored
  try {
    stored = readFileSync(file)
  } catch {
    return undefined
  }
  const content = stored.subarray(DIGEST_BYTES)
  return digestOf(content).equals(stored.subarray(0, DIGEST_BYTES)) ? content : undefined
}

/** Written aside and renamed, so that two who start at once never read half a file. */
function keep(file, content) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, Buffer.concat([digestOf(content), content]))
    renameSync(draft, file)
  } catch {
    // A folder that cannot be written: the next start compiles again.
  }
}
