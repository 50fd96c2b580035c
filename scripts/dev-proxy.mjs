// What the development server passes on to the product's server; everything else are pages and their sources.
import { runServerModule } from './run-server-module.mjs'

const BESIDE_THE_TABLE = /^\/(static|dev|health)\//

/** Reads the paths of the endpoint table anew, as the contract stands now. */
export async function readCallPaths() {
  const { ALL_ENDPOINTS } = await runServerModule('contract/features.ts')
  return new Set(ALL_ENDPOINTS.map(({ definition }) => definition.path))
}

/** Whether the server answers; a page address may look like a call, so what a browser opens as a page is none. */
export function isServerRequest(callPaths, { method, url, headers }) {
  const [path] = url.split('?')
  if (!callPaths.has(path) && !BESIDE_THE_TABLE.test(path)) return false
  const opensPage = method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
  return !opensPage || path.startsWith('/dev/')
}
