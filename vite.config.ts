import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { colors, cssVariables } from './web/core/theme.ts'

/** Parts of drawers, dialogs and a few screens: shared by many, but no list needs them to show its rows. */
const ON_DEMAND =
  /[\\/]node_modules[\\/](dayjs|(antd[\\/]es|@rc-component)[\\/](alert|card|collapse|date-picker|descriptions|dialog|drawer|input-number|message|mini-decimal|modal|picker|popconfirm|progress|result|segmented|skeleton|statistic|steps|switch|tabs|time-picker|timeline))[\\/]/

/**
 * Few chunks that change at different times: what the sign-in page needs, and what most screens share.
 * Anything else stays with the screens that use it, so that no list pays for another's parts.
 */
const CHUNKS = [
  {
    name: 'base',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|zod)[\\/]|zod-setup|preload-helper/,
    priority: 4,
  },
  // Walls read as the console does, and have none of its parts.
  { name: 'reading', test: /[\\/]node_modules[\\/]@tanstack[\\/]/, priority: 4 },
  {
    name: 'console',
    test: (id: string) => /[\\/]node_modules[\\/]/.test(id) && !ON_DEMAND.test(id),
    minShareCount: 4,
    priority: 3,
  },
]

/** `virtual:theme.css`: the colours of theme.ts as custom properties; the page's own meta tag takes one as well. */
const themeStyles = (): Plugin => ({
  name: 'theme-styles',
  resolveId: (id) => (id === 'virtual:theme.css' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:theme.css' ? `:root { ${cssVariables()} }` : undefined),
  transformIndexHtml: (html) => html.replace('%THEME_COLOR%', colors.brand),
})

/** The page of a family has an address without an ending, in development as well. */
const letterPage = (): Plugin => ({
  name: 'letter-page',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      if (request.url?.split('?')[0] === '/letter') request.url = '/letter.html'
      next()
    })
  },
})

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react(), themeStyles(), letterPage()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['web/index.html', 'web/letter.html'],
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
})
