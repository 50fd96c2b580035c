import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BizError } from '#contract/core/error-codes.ts'
import type { SiteConfig } from '#contract/site.ts'
import { PROJECT_ROOT } from '../config.ts'
import { sendError } from './errors.ts'

const FAMILY_PAGE = 'letter.html'
export const WEB_FOLDER = path.join(PROJECT_ROOT, 'dist/web')

/** The built web part, its configuration and version files, and the page for every address that is no call. */
export async function servePages(app: FastifyInstance, site: SiteConfig, webFolder = WEB_FOLDER) {
  app.get('/static/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(site),
  )
  app.get('/static/version.json', async () => ({ version: buildVersion(webFolder) }))

  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: true,
    index: false,
    preCompressed: true,
    // A folder is no file: what is at its address is for the page to say.
    allowedPath: (pathname) => !pathname.endsWith('/'),
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cachingOf(file, webFolder))
    },
  })

  // What a family opens with the code on its letter: nothing of it stays in a browser, and nobody learns where it was.
  app.get('/letter', async (_request, reply) =>
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex').sendFile(FAMILY_PAGE),
  )

  // Browsers ask for it wherever a page has not named another one yet.
  app.get('/favicon.ico', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').sendFile('favicon.svg'),
  )

  app.setNotFoundHandler((request, reply) => {
    if (!isPageAddress(request)) return sendError(reply, new BizError(404))
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

function cachingOf(file: string, webFolder: string): string {
  if (file.startsWith(path.join(webFolder, 'assets'))) return 'public, max-age=31536000, immutable'
  return path.basename(file).startsWith(FAMILY_PAGE) ? 'no-store' : 'no-cache'
}

/** Where people and probes come in, who do not always say that they can read a page. */
const ENTRANCES = ['/', '/login', '/home']
/** Under these there are calls and files, never a page. */
const NO_PAGE = /^\/(auth|basicweb|manager|excel|thirdpart|health|assets|static|dev)(\/|$)/
/** Nor is a page's name a file's: probes for `.git` or `x.php` get what they deserve. */
const FILE_NAME = /\/\.|\.\w+$/

function isPageAddress({ method, url, headers }: FastifyRequest): boolean {
  const address = url.split('?')[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD') return false
  if (ENTRANCES.includes(address)) return /text\/html|\*\/\*|^$/.test(headers.accept ?? '')
  return /\btext\/html\b/.test(headers.accept ?? '') && !NO_PAGE.test(address) && !FILE_NAME.test(address)
}

/** Changes with every build, so that open pages learn of a new one. */
export function buildVersion(webFolder = WEB_FOLDER): string {
  const file = path.join(webFolder, 'build-version.txt')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : 'none'
}
