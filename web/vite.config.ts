import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** While the web is written it is served by Vite, and everything else by the unit's own server. */
const unit = 'http://127.0.0.1:3000'

/** Bytes below which a shared chunk joins its neighbour. */
const SMALL_CHUNK = 20_000

/** Modules of the app and its libraries, but for MapLibre's megabyte. */
const NOT_THE_MAP = /^(?!.*node_modules\/maplibre-gl\/)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'edge111', 'firefox111', 'safari16.4'], // docs/operations.md; what they lack is in platform/older-browsers.ts
    chunkSizeWarningLimit: 1_200, // kB: MapLibre alone, which no screen waits for
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Chunks of a few hundred bytes cost more than they save: what several screens share is gathered.
          // Never the map: what is gathered with it would make the first screen wait for it.
          groups: [
            { name: 'shared', test: NOT_THE_MAP, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_CHUNK },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/backend': unit, '/map': unit, '/socket.io': { target: unit, ws: true } },
  },
})
