import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM,
  // Chromium without windows: the same tests take a quarter less of the processor's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export function findBrowser() {
  return CANDIDATES.find((file) => file && existsSync(file))
}

/** The browser tests need Chromium and a font with Chinese characters; on Debian as root they are installed. */
export function ensureBrowser() {
  const packages = [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...(hasChineseFont() ? [] : ['fontconfig', 'fonts-noto-cjk']),
  ]
  if (packages.length === 0) return
  const permitted = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (permitted) {
    process.stdout.write(`正在安装浏览器测试所需的 ${packages.join('、')}……\n`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  }
  if (findBrowser() && hasChineseFont()) return
  process.stderr.write(
    `浏览器测试需要 Chromium 和中文字体。请以管理员身份运行 apt-get install ${packages.join(' ')}，或用 CHROMIUM 指定浏览器路径\n`,
  )
  process.stdout.write('0 passed, 1 failed\n')
  process.exit(1)
}

function hasChineseFont() {
  if (process.platform !== 'linux') return true
  const { stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim())
}
