import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { PROJECT_ROOT } from '../server/core/config.ts'
import { scratchFolder, startProduct } from './scratch-product.ts'
import type { Table } from './table.ts'

/** A fresh clone of the last commit: from `npm start` to the login page, with installing, and once more. */
export async function measureStart(): Promise<Table> {
  const { folder, remove } = scratchFolder()
  const clone = path.join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', PROJECT_ROOT, clone])
  const timed = async () => {
    const started = performance.now()
    const product = await startProduct(clone, path.join(folder, 'data'))
    const seconds = (performance.now() - started) / 1000
    await product.stop()
    return seconds
  }
  try {
    const first = await timed()
    const second = await timed()
    return {
      title: '启动',
      note: '全新克隆中运行 npm start，到登录页可以打开为止。首次含安装依赖、构建页面、建库和演示数据。',
      rows: [
        { what: '首次启动', value: `${first.toFixed(1)} 秒` },
        { what: '再次启动', value: `${second.toFixed(1)} 秒` },
        { what: '再次 / 首次', value: (second / first).toFixed(2), bar: '≤ 0.5', met: second / first <= 0.5 },
      ],
    }
  } finally {
    remove()
  }
}
