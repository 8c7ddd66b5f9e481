import path from 'node:path'
import react from '@vitejs/plugin-react'
import { type CSSOptions, defineConfig } from 'vite'
import { browserSupportPlugin } from './build/browser-support-plugin.ts'
import { compressPlugin } from './build/compress-plugin.ts'
import { emojiPlugin } from './build/emoji-plugin.ts'
import { mergePlugin } from './build/merge-plugin.ts'
import { TARGET } from './build/minimum-browsers.ts'
import { noJsonSchemaPlugin } from './build/no-json-schema-plugin.ts'
import { prerenderPlugin } from './build/prerender-plugin.ts'
import { shellPlugin } from './build/shell-plugin.ts'
import { summariesPlugin } from './build/summaries-plugin.ts'
import { textsPlugin } from './build/texts-plugin.ts'
import { topLevelAwaitPlugin } from './build/top-level-await.ts'

/** Vite serves the web code in development (`npm run dev`) and proxies all other requests to the server. */
const backend = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

const css: CSSOptions = {
  transformer: 'lightningcss',
  // Drafts: the custom media of src/ui/theme/media.css. Lightning CSS would rename areas of a grid in some notations only.
  lightningcss: { drafts: { customMedia: true }, cssModules: { pattern: '_[local]_[hash]', grid: false, container: false } },
}

// Three files contain the code that every screen needs. More files compress worse and need more requests; one file would
// run as one long task.
const groups = [
  // Not their styles: reset.css declares the order of the layers before them. What must run before all schemas is here.
  {
    name: 'libraries',
    tags: ['$initial' as const],
    test: /(node_modules|older-browsers|refused-features|strict-policy|next-task).*(?<!\.css)$/,
    priority: 3,
  },
  { name: 'contract', tags: ['$initial' as const], test: /\/contract\/src\//, priority: 2 },
  { name: 'first', tags: ['$initial' as const], priority: 1 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    summariesPlugin(),
    textsPlugin(),
    emojiPlugin(),
    noJsonSchemaPlugin(),
    mergePlugin({ css, target: TARGET, groups }),
    prerenderPlugin(css, TARGET),
    shellPlugin(),
    topLevelAwaitPlugin(),
    browserSupportPlugin(),
    compressPlugin(),
  ],
  css,
  // Found late otherwise, whereupon the server of the browser tests reloads running tests.
  optimizeDeps: { include: ['react-dom/client'] },
  build: {
    rolldownOptions: { input: { first: path.resolve(import.meta.dirname, 'index.html') } },
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    // The start script loads the code after the paint (decisions/0145); a browser without preloads loads it all the same.
    modulePreload: { polyfill: false, resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? [] : files) },
    chunkSizeWarningLimit: 1_200, // kB; MapLibre alone, which no screen waits for
  },
  server: {
    proxy: {
      '/backend': backend,
      '/asr-server': backend,
      '/map': backend,
      '/wake-word': backend,
      '/socket.io': { target: backend, ws: true },
    },
  },
})
