import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
  { name: 'console', test: /[\\/]node_modules[\\/]/, minShareCount: 4, priority: 3 },
]

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
})
