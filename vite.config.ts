import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Few chunks that change at different times: what the sign-in page needs, what the console needs around
 * every screen, what most screens share. Anything else stays with the screen that uses it.
 */
const CHUNKS = [
  {
    name: 'base',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|zod)[\\/]|zod-setup|preload-helper/,
    priority: 3,
  },
  { name: 'console', test: /[\\/]node_modules[\\/]/, minShareCount: 5, priority: 2 },
  { name: 'screens', test: /[\\/](node_modules|widgets)[\\/]/, minShareCount: 3, priority: 1 },
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
