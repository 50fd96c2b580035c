import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { detectFormat, HEAD_BYTES } from './detect-format.ts'
import { OUT_OF_MEMORY, ParseOutput, type ReadLimits } from './parse-output.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { SheetFault } from './sheet-faults.ts'

const WATCH_INTERVAL_MS = 200
const STDOUT = 1

/** A process that does nothing but read one file: bytes in on stdin, messages out on stdout. */
export async function parseSheet(copy: string, limits: ReadLimits): Promise<void> {
  // The stream of the process itself would stand still at every full pipe.
  const stdout = new Socket({ fd: STDOUT, readable: false })
  // Nobody is left to read for.
  stdout.on('error', () => process.exit(1))
  const output = new ParseOutput(stdout, limits)
  watchMemory(limits)
  const fd = await receive(copy)
  try {
    await readSheet(fd, output)
  } finally {
    closeSync(fd)
  }
  stdout.write('', () => process.exit(0))
}

/** Tells the rows of an open file, and at the end how it went. */
export async function readSheet(fd: number, output: ParseOutput): Promise<void> {
  try {
    await readByFormat(fd, output)
    output.flush()
    if (output.rows === 0) throw new SheetFault('noData')
    output.send({ end: true })
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    output.send({ fault: error.fault, values: error.values })
  }
}

async function readByFormat(fd: number, output: ParseOutput): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES)
  const format = detectFormat(head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0)))
  if (format === 'zip') await readXlsx(fd, output)
  else if (format === 'ole') await readXls(readWhole(fd), output)
  else throw new SheetFault(format)
}

function readWhole(fd: number): Buffer {
  const file = Buffer.allocUnsafeSlow(fstatSync(fd).size)
  let at = 0
  while (at < file.length) {
    const count = readSync(fd, file, at, file.length - at, at)
    if (count === 0) break
    at += count
  }
  return file.subarray(0, at)
}

/** Keeps the bytes in a file that has no name any more where the system allows it: nothing is left whatever happens. */
async function receive(copy: string): Promise<number> {
  const fd = openSync(copy, 'wx+', 0o600)
  if (process.platform !== 'win32') rmSync(copy)
  for await (const piece of process.stdin) {
    for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at)
  }
  return fd
}

/** Buffers lie outside the heap, so the heap's limit alone does not hold. */
function watchMemory(limits: ReadLimits): void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limits.maxRssMegabytes * 1024 * 1024) process.exit(OUT_OF_MEMORY)
  }, WATCH_INTERVAL_MS)
  timer.unref()
}
