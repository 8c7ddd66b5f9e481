import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shellPlugin } from './build/shell-plugin.ts'

/** Vite serves the web code in development and proxies all other requests to the server. */
const backend = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), shellPlugin()],
  css: {
    transformer: 'lightningcss',
    // Drafts: the custom media of src/ui/media.css. Lightning CSS would rename areas of a grid in some notations only.
    lightningcss: { drafts: { customMedia: true }, cssModules: { pattern: '_[local]_[hash]', grid: false, container: false } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // docs/operations.md; platform/older-browsers.ts adds what they lack
    target: ['chrome111', 'edge111', 'firefox111', 'safari16.4'],
    rolldownOptions: {
      output: {
        // One file contains the code that every screen needs: several files compress worse and need more requests on the Wi-Fi.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    chunkSizeWarningLimit: 1_200, // kB; MapLibre alone, which no screen waits for
  },
  server: {
    proxy: { '/backend': backend, '/map': backend, '/wake-word': backend, '/socket.io': { target: backend, ws: true } },
  },
})
