// A registry without the compiled part for this machine is reported in a sentence, not by a failed import later.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, ROOT, scratchFolder } from './product.ts'

afterAll(cleanUp)

/** Stands in for npm: installs packages whose compiled parts the registry does not have. */
const NPM = `
const fs = require('node:fs')
const path = require('node:path')
for (const name of ['esbuild', 'rolldown', 'lightningcss', 'sharp', '@node-rs/argon2']) {
  const folder = path.join('node_modules', name)
  fs.mkdirSync(folder, { recursive: true })
  const part = name + '-' + process.platform + '-' + process.arch
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ optionalDependencies: { [part]: '1.0.0' } }))
}`

test('the start ends with a sentence for each package and installs again next time', () => {
  const folder = scratchFolder()
  for (const file of ['scripts/ensure-installed.mjs', 'scripts/native-packages.mjs'])
    cpSync(path.join(ROOT, file), path.join(folder, file))
  writeFileSync(path.join(folder, 'package-lock.json'), '{"packages":{"":{},"node_modules/esbuild":{}}}')
  mkdirSync(path.join(folder, 'npm'))
  writeFileSync(path.join(folder, 'npm/npm-cli.cjs'), NPM)
  const script = `import(process.cwd() + '/scripts/ensure-installed.mjs').then((module) => module.ensureInstalled())`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: path.join(folder, 'npm/npm-cli.cjs') },
  })
  expect(status).toBe(1)
  const [announcement, ...sentences] = stderr.trim().split('\n')
  expect(announcement).toBe('正在安装依赖，需要一两分钟……')
  expect(sentences).toHaveLength(5)
  const platform = `${process.platform}-${process.arch}`
  expect(sentences[0]).toContain(`缺少 esbuild 在 ${platform} 上的程序包 esbuild-${platform}@1.0.0，请检查`)
  expect(existsSync(path.join(folder, 'node_modules/.install-stamp'))).toBe(false)
})
