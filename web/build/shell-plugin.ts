import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { build, type Plugin, type Rolldown } from 'vite'
import type { ShellList } from '../service-worker/shell-list.ts'
import { browserSupportPlugin } from './browser-support-plugin.ts'
import { assertFirstBytes } from './first-bytes.ts'
import { renderIcons, renderNotificationIcons } from './icons.ts'
import { manifests } from './manifest.ts'
import { TARGET } from './minimum-browsers.ts'
import { textsPlugin } from './texts-plugin.ts'

const SERVICE_WORKER = path.resolve(import.meta.dirname, '../service-worker/worker.ts')
/** Code that is stored at its first use: it needs the server, or it is large. All other code is in the shell. */
const LATER =
  /\/(screens|features)\/([\w-]+\/)?admin|\/(screens|features)\/reception\/(?!household)|\/features\/record\/|\/screens\/alert-record|\/screens\/(community-map|notices)\.|\/screens\/missing-reports\/|\/places-on-map\.|noroshi-verifier|zxing|\/features\/setup\/|\/ui\/map\/|page-editor|invitation-import|maplibre|opus-decoder|virtual:(?:emoji|admin-texts)/
/** The only library of the service worker: a browser starts it for each navigation and each push. */
const WORKER_LIBRARIES = /\/node_modules\/idb\//
/** Max bytes of the shell, of which each language has a part. The build fails above it. */
const MAX_BYTES = 2_700_000 + LANGUAGES.length * 170_000

/** Adds the service worker with the list of the shell, the manifests and the icons to the build. */
export function shellPlugin(): Plugin {
  return {
    name: 'noroshi-shell',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, source] of Object.entries(manifests)) this.emitFile({ type: 'asset', fileName, source })
      for (const [fileName, source] of await renderIcons()) this.emitFile({ type: 'asset', fileName, source })
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the build has no directory')
      await assertFirstBytes(dir, bundle)
      await buildServiceWorker(dir, await listShell(dir, bundle))
    },
  }
}

async function listShell(dir: string, bundle: Rolldown.OutputBundle): Promise<ShellList> {
  const page = await readFile(path.join(dir, 'index.html'), 'utf8')
  const starting = startingFiles(page, bundle)
  const hashed = [...starting].toSorted()
  const isLater = (name: string) => name.startsWith('assets/') && !starting.has(name)
  const later = Object.keys(bundle).filter(isLater)
  const icons = Object.keys(bundle).filter((name) => name.startsWith('icons/'))
  const named = ['index.html', 'favicon.svg', ...Object.keys(manifests), ...icons]
  const digest = createHash('sha256').update(hashed.join('\n'))
  const fixed: Record<string, string> = {}
  let bytes = 0
  for (const name of named) {
    const content = await readFile(path.join(dir, name))
    const hash = createHash('sha256').update(content).digest('base64')
    fixed[name === 'index.html' ? '/' : `/${name}`] = `sha256-${hash}`
    digest.update(`${name} ${hash}\n`)
    bytes += content.length
  }
  for (const name of hashed) bytes += (await readFile(path.join(dir, name))).length
  if (bytes > MAX_BYTES) throw new Error(`the shell has ${bytes} bytes, ${MAX_BYTES} are allowed`)
  const pathsOf = (names: readonly string[]) => names.map((name) => `/${name}`)
  const withImports = later.map((name) => [`/${name}`, pathsOf(importsOf(name, bundle).filter(isLater))] as const)
  return { version: digest.digest('hex').slice(0, 16), hashed: pathsOf(hashed), later: Object.fromEntries(withImports), fixed }
}

/** Returns all files that a file imports, directly or not, and their styles. */
function importsOf(name: string, bundle: Rolldown.OutputBundle): readonly string[] {
  const found = new Set([name])
  for (const each of found) {
    const chunk = bundle[each]
    if (chunk?.type !== 'chunk') continue
    for (const imported of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) found.add(imported)
  }
  found.delete(name)
  return [...found]
}

/** Returns the files that index.html and all screens outside of `LATER` load, with their styles and fonts. */
function startingFiles(page: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const named = [...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  const files = new Set([
    ...named.filter((name) => bundle[name]?.type === 'asset'), // the styles, and the start script
    ...Object.keys(bundle).filter((name) => name.endsWith('.woff2')),
  ])
  const isLater = ({ facadeModuleId }: Rolldown.OutputChunk) => facadeModuleId !== null && LATER.test(facadeModuleId)
  const add = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const imported of chunk.imports) add(imported)
    for (const imported of chunk.dynamicImports) {
      const target = bundle[imported]
      if (target?.type === 'chunk' && !isLater(target)) add(imported)
    }
  }
  for (const name of named) add(name)
  return files
}

async function buildServiceWorker(outDir: string, list: ShellList): Promise<void> {
  const built = await build({
    configFile: false,
    root: path.dirname(SERVICE_WORKER),
    logLevel: 'warn',
    publicDir: false,
    plugins: [textsPlugin(), browserSupportPlugin()],
    define: { SHELL: JSON.stringify(list), NOTIFICATION_ICONS: JSON.stringify(await renderNotificationIcons()) },
    build: {
      outDir,
      emptyOutDir: false,
      target: TARGET,
      rolldownOptions: { input: SERVICE_WORKER, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
    },
  })
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
  const foreign = modules.filter((id) => id.includes('/node_modules/') && !WORKER_LIBRARIES.test(id))
  if (foreign.length > 0) throw new Error(`the service worker contains ${foreign.join(', ')}`)
}
