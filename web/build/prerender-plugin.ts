import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { LANGUAGES, type Language } from '@noroshi/contract/i18n'
import { build, type CSSOptions, type Plugin, type Rolldown } from 'vite'
import { PRERENDERED_DATA_ID, type PrerenderedData, type PrerenderedScreens } from '../prerendered/prerendered-screens.ts'
import { PRELOADED } from './loaded-together.ts'
import { textsPlugin } from './texts-plugin.ts'

const FOLDER = path.resolve(import.meta.dirname, '../prerendered')
/** The script in index.html that watches the start, for browsers that are too old for the rest. */
const GUARD = 'start-guard'
const GUARD_TARGET = ['es2015']
const SCRIPT = 'start-script'
const CONTRACT = /\/contract\/src\//
/** Max bytes of the prerendered screens as JSON. Their text repeats, so that it compresses to a twentieth. */
const OUTPUT_MAX = 2_000_000
const run = promisify(execFile)

/**
 * Adds the prerendered screen to index.html: the content of a screen before the code of the application is loaded, with
 * its SOS button. The build renders it with the components of the application in each language, and a small script
 * shows it (decisions/0145).
 */
export function prerenderPlugin(css: CSSOptions, target: string[]): Plugin {
  let rendered: PrerenderedScreens | null = null
  let guard = ''
  return {
    name: 'noroshi-prerender',
    apply: 'build',
    async buildStart() {
      rendered = await renderScreens(css)
    },
    generateBundle: {
      order: 'pre',
      async handler() {
        guard = await buildScript(GUARD, GUARD_TARGET)
        this.emitFile({ type: 'asset', name: `${SCRIPT}.js`, source: await buildScript(SCRIPT, target) })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const script = Object.keys(bundle).find((name) => name.startsWith(`assets/${SCRIPT}-`))
        if (script === undefined || guard === '' || rendered === null)
          throw new Error('the build lacks the start scripts or the prerendered screens')
        if (!MODULE.test(html)) throw new Error('index.html has no module')
        const application = applicationFiles(bundle)
        const data: PrerenderedData = { ...rendered, application, ...preloadedFiles(bundle) }
        return {
          // Before the styles: a script after them waits for them. The start script loads the module.
          html: html.replace(MODULE, '').replace('</title>', () => `</title><script>${guard.trim()}</script>`),
          tags: [
            {
              tag: 'script',
              attrs: { id: PRERENDERED_DATA_ID, type: 'application/json' },
              children: JSON.stringify(data).replaceAll('<', String.raw`\u003c`),
              injectTo: 'body',
            },
            { tag: 'script', attrs: { src: `/${script}` }, injectTo: 'body' },
          ],
        }
      },
    },
  }
}

/** The module of the application in index.html. */
const MODULE = /\s*<script type="module"[^>]* src="[^"]+"><\/script>/

/**
 * Returns the paths of the module of index.html and of all files that it imports, each after its imports. The start
 * script runs each as a task of its own.
 */
function applicationFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name)) return
    for (const imported of file.imports) add(imported)
    files.add(name)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName)
  return [...files].map((name) => `/${name}`)
}

/** Returns the paths of the texts, and the files of each preloaded screen that are not in the first bundle. */
function preloadedFiles(bundle: Rolldown.OutputBundle): Pick<PrerenderedData, 'texts' | 'screens'> {
  const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const first = importsOf([...chunks.values()].filter(({ isEntry }) => isEntry))
  function importsOf(from: readonly Rolldown.OutputChunk[], found = new Set<string>()): Set<string> {
    for (const { fileName, imports } of from) {
      if (found.has(fileName)) continue
      found.add(fileName)
      importsOf(
        imports.flatMap((name) => chunks.get(name) ?? []),
        found,
      )
    }
    return found
  }
  const chunkOf = (module: string) => {
    const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
    if (!found) throw new Error(`the build has no file of ${module}`)
    return found
  }
  const pathOf = (name: string) => `/${name}`
  const textsIn = (language: Language) => ({
    first: pathOf(chunkOf(`first-texts-${language}`).fileName),
    other: pathOf(chunkOf(`other-texts-${language}`).fileName),
  })
  const filesOf = (modules: readonly string[]) =>
    [...importsOf(modules.map(chunkOf))].filter((name) => !first.has(name)).map(pathOf)
  return {
    // `as`: fromEntries does not know that it returns the keys of its entries.
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, textsIn(language)])) as PrerenderedData['texts'],
    screens: Object.fromEntries(Object.entries(PRELOADED).map(([key, modules]) => [key, filesOf(modules)])),
  }
}

/** Renders the screens in a separate process, because modules of the application start timers. */
async function renderScreens(css: CSSOptions): Promise<PrerenderedScreens> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-prerendered-'))
  try {
    await build({
      configFile: false,
      root: path.resolve(import.meta.dirname, '..'),
      logLevel: 'error', // warnings about 'use client' in libraries
      publicDir: false,
      plugins: [textsPlugin()],
      css,
      ssr: { noExternal: true },
      build: { ssr: 'src/app/prerender.tsx', outDir: folder, emptyOutDir: true, minify: false },
    })
    const env = { ...process.env, NODE_ENV: 'production' }
    const { stdout } = await run(process.execPath, [path.join(folder, 'prerender.js')], { env, maxBuffer: OUTPUT_MAX })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function buildScript(name: string, target: string[]): Promise<string> {
  const built = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'warn',
    publicDir: false,
    plugins: [textsPlugin()],
    build: {
      write: false,
      target,
      rolldownOptions: {
        input: path.join(FOLDER, `${name}.ts`),
        output: { format: 'iife', entryFileNames: `${name}.js` },
        // Expressions of the contract that old browsers cannot compile are left out unless they are used.
        treeshake: { moduleSideEffects: (id) => !CONTRACT.test(id) },
      },
    },
  })
  const [output] = 'output' in built ? built.output : Array.isArray(built) ? (built[0]?.output ?? []) : []
  if (output?.type !== 'chunk') throw new Error('the start script was not built')
  return output.code
}
