import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** While the web is written it is served by Vite, and everything else by the unit's own server. */
const unit = 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox111', 'safari16.4'], // docs/operations.md; what they lack is in platform/older-browsers.ts
    rolldownOptions: {
      output: {
        // What every screen waits for stands in one file: in many it compresses worse, and each is a request of its own on the Wi-Fi.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
    chunkSizeWarningLimit: 1_200, // kB: MapLibre alone, which no screen waits for
  },
  server: {
    proxy: { '/backend': unit, '/map': unit, '/socket.io': { target: unit, ws: true } },
  },
})
