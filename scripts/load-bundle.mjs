import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import vm from 'node:vm'

/**
 * Runs a bundle and returns what it exports. What V8 made of it is kept beside it for the next process: compiling takes a
 * third of a start. Another Node refuses what it did not make, and makes its own.
 */
export function loadBundle(file) {
  const compiledFile = `${file}.compiled`
  const cachedData = readIfThere(compiledFile)
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

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** Written aside and renamed, so that two who start at once never read half a file. */
function keep(file, content) {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, content)
    renameSync(draft, file)
  } catch {
    // A folder that cannot be written: the next start compiles again.
  }
}
