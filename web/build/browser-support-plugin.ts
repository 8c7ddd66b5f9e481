import type { Plugin } from 'vite'

/** Features that platform/device/older-browsers.ts adds to pages. */
const ADDED = ['Promise.withResolvers', 'withResolvers', 'URL.canParse', 'canParse', 'isWellFormed', 'toWellFormed']
/** Scripts that run without it. */
const WITHOUT_ADDED = /worker|worklet|start-script/
const SCRIPT = /\.m?js$/

/**
 * Fails the build if a file uses a feature that one of the oldest supported browsers lacks, without asking for it
 * (decisions/0168).
 */
export function browserSupportPlugin(): Plugin {
  return {
    name: 'noroshi-browser-support',
    apply: 'build',
    generateBundle: {
      order: 'post', // with the files that other plugins add
      async handler(_options, bundle) {
        const { missingFeatures } = await import('./browser-support.ts') // its data take time to load
        for (const file of Object.values(bundle)) {
          if (!SCRIPT.test(file.fileName)) continue
          const missing = await missingFeatures(file.type === 'chunk' ? file.code : String(file.source))
          if (!WITHOUT_ADDED.test(file.fileName)) for (const name of ADDED) missing.delete(name)
          const list = [...missing].map(([name, browsers]) => `${name} (${browsers})`).join('; ')
          if (missing.size > 0) throw new Error(`${file.fileName} uses what supported browsers lack: ${list}`)
        }
      },
    },
  }
}
