/** Reads a small file the server makes itself, never from a cache; null where it cannot be had. */
export async function readStaticFile(name: 'config.json' | 'version.json'): Promise<unknown> {
  try {
    const response = await fetch(`/static/${name}`, { cache: 'no-store' })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
