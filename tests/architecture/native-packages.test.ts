// Packages with a compiled part: the lock names them for every Linux the product runs on, and a missing one is reported.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { missingNatives, RUNTIME, TOOLS, thisPlatform } from '../../scripts/native-packages.mjs'
import { ROOT, textOf } from './sources.ts'

type Locked = { version: string; integrity?: string; optionalDependencies?: Record<string, string> }
const LOCK = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Locked> }
const locked = (name: string): Locked | undefined => LOCK.packages[`node_modules/${name}`]
const LINUX = ['linux-x64', 'linux-arm64']

describe('the lock', () => {
  it.each([...RUNTIME, ...TOOLS, ''])('names the parts of %j for Linux on x64 and arm64', (name) => {
    const parts = LOCK.packages[name && `node_modules/${name}`]?.optionalDependencies ?? {}
    for (const platform of LINUX) {
      const wanted = Object.keys(parts).filter((part) => new RegExp(`${platform}(-gnu)?$`).test(part))
      expect(wanted, platform).not.toEqual([])
      for (const part of wanted) {
        expect(locked(part)?.version, part).toBe(parts[part])
        expect(locked(part)?.integrity, part).toMatch(/^sha512-/)
      }
    }
  })
})

describe('a missing native package', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'vision-natives-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const install = (name: string, manifest: object): void => {
    const folder = path.join(root, 'node_modules', name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  }
  install('maker', {
    optionalDependencies: {
      '@maker/linux-x64-gnu': '1.0.0',
      '@maker/linux-x64-musl': '1.0.0',
      '@maker/linux-arm64-gnu': '1.0.0',
      '@maker/win32-x64-msvc': '1.0.0',
    },
  })
  install('@maker/linux-x64-gnu', { version: '1.0.0' })
  install('@maker/win32-x64-msvc', { version: '0.9.0' })
  const told = (os: string, cpu: string, libc?: string) => missingNatives(root, ['maker'], { os, cpu, libc })

  it('is none where the part of this platform is there', () => {
    expect(told('linux', 'x64', 'glibc')).toEqual([])
    expect(missingNatives(ROOT, [...RUNTIME, ...TOOLS], thisPlatform())).toEqual([])
  })

  it('is told with its name, the platform and what to do', () => {
    expect(told('linux', 'arm64', 'glibc')).toEqual([
      '缺少 maker 在 linux-arm64 上的程序包 @maker/linux-arm64-gnu@1.0.0，请检查 npm 镜像是否提供它（npm config get registry），然后删除 node_modules 重新运行',
    ])
    expect(told('linux', 'x64', 'musl')[0]).toContain('@maker/linux-x64-musl@1.0.0')
  })

  it('is told of another version too', () => {
    expect(told('win32', 'x64')[0]).toContain('@maker/win32-x64-msvc@1.0.0')
  })

  it('is told where the package knows no such platform, or is missing itself', () => {
    expect(told('darwin', 'arm64')).toEqual(['maker 没有适用于 darwin-arm64 的程序包，请换一台机器运行'])
    expect(missingNatives(root, ['nowhere'], thisPlatform())).toEqual([
      '缺少程序包 nowhere，请删除 node_modules 后重新运行',
    ])
  })
})
