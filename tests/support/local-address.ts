import { createServer } from 'node:net'

/** Whether a page is served at the address. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { headers: { accept: 'text/html' } })).ok
  } catch {
    return false
  }
}

/** A port of this machine that nothing listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
