import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type CSSOptions, type Plugin, type Rolldown } from 'vite'
import { HOME_MODULES, PRELOADED } from './loaded-together.ts'
import { type Chunk, mergeChunks } from './merge-chunks.ts'
import { emojiPlugin } from './emoji-plugin.ts'
import { textsPlugin } from './texts-plugin.ts'

const WEB = path.resolve(import.meta.dirname, '..')
/** How much a screen of the navigation counts beside any other dynamic import. */
const SCREEN_WEIGHT = 5

interface Settings {
  readonly css: CSSOptions
  readonly target: string[]
  /** The groups of the code that every screen needs. */
  readonly groups: Rolldown.CodeSplittingGroup[]
}

/**
 * Merges the files of code that pages load together (decisions/0145). A first build, which writes no files, shows which
 * ones they are.
 */
export function mergePlugin(settings: Settings): Plugin {
  let fileOf: ReadonlyMap<string, string> = new Map()
  const merged: Rolldown.CodeSplittingGroup = {
    debugName: 'merged',
    name: (moduleId) => fileOf.get(moduleId) ?? null,
    // With the imports, the first file would contain those of the others. Without them, Rolldown recommends a strict order
    // of execution, because files could import each other. The merged ones never do.
    includeDependenciesRecursively: false,
    priority: 0,
  }
  return {
    name: 'noroshi-merge',
    apply: 'build',
    config: () => ({
      build: { rolldownOptions: { output: { codeSplitting: { groups: [...settings.groups, merged] } } } },
    }),
    async buildStart() {
      fileOf = filesOfModules(await chunksOf(settings), new Set(settings.groups.map(({ name }) => name)))
    },
    generateBundle(_options, bundle) {
      assertMerged(bundle, fileOf)
    },
  }
}

/** Returns the chunks that the build would write without merging. */
async function chunksOf({ css, target, groups }: Settings): Promise<readonly Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    root: WEB,
    logLevel: 'error', // warnings about 'use client' in libraries
    publicDir: false,
    plugins: [react(), textsPlugin(), emojiPlugin()],
    css,
    build: { write: false, minify: false, target, rolldownOptions: { output: { codeSplitting: { groups } } } },
  })
  const [output] = 'output' in built ? [built.output] : Array.isArray(built) ? built.map((each) => each.output) : []
  if (!output) throw new Error('the build has no chunks')
  return output.filter((file) => file.type === 'chunk')
}

/** Returns the name of the merged file of each module that is in one. */
function filesOfModules(all: readonly Rolldown.OutputChunk[], firstNames: ReadonlySet<unknown>): ReadonlyMap<string, string> {
  const byFile = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set(all.flatMap(({ name, isEntry, fileName }) => (isEntry || firstNames.has(name) ? fileName : [])))
  for (const name of first) for (const imported of byFile.get(name)?.imports ?? []) first.add(imported)
  const late = all.filter(({ fileName }) => !first.has(fileName))
  const chunks = new Map(late.map((chunk) => [chunk.fileName, asChunk(chunk)]))
  const fileNameOf = (module: string) => {
    const found = late.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`))
    if (!found) throw new Error(`the build has no file of ${module}`)
    return found.fileName
  }
  const screens = [HOME_MODULES, ...Object.values(PRELOADED)]
  const pageImports = [
    ...screens.map((modules) => ({ names: modules.map(fileNameOf), weight: SCREEN_WEIGHT })),
    ...late.flatMap(({ isDynamicEntry, fileName }) => (isDynamicEntry ? { names: [fileName], weight: 1 } : [])),
  ]
  const files = new Map<string, string>()
  const names = new Set<string>()
  for (const merged of mergeChunks(chunks, pageImports)) {
    const modules = merged.flatMap((file) => Object.entries(byFile.get(file)?.modules ?? {}))
    const [largest] = modules.toSorted(([, one], [, other]) => other.renderedLength - one.renderedLength)
    const name = nameOfModule(largest?.[0] ?? '')
    if (names.has(name)) throw new Error(`two merged files have the name ${name}`)
    names.add(name)
    for (const [id] of modules) files.set(id, name)
  }
  return files
}

/** @throws if the files are not merged as decided, or a file imports itself by others: its code could run too late. */
function assertMerged(bundle: Rolldown.OutputBundle, fileOf: ReadonlyMap<string, string>) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const written = new Map(chunks.flatMap(({ name, moduleIds }) => moduleIds.map((id) => [id, name])))
  for (const [id, name] of fileOf) if (written.get(id) !== name) throw new Error(`${id} is not in the merged file ${name}`)
  for (const { fileName, imports } of chunks) {
    const found = new Set(imports)
    for (const each of found) {
      const imported = bundle[each]
      if (imported?.type === 'chunk') for (const name of imported.imports) found.add(name)
    }
    if (found.has(fileName)) throw new Error(`${fileName} imports itself by other files`)
  }
}

function asChunk({ modules, imports, isDynamicEntry }: Rolldown.OutputChunk): Chunk {
  const size = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)
  return { size, imports, isAlone: isDynamicEntry }
}

/**
 * Returns a name from the path of a module. It depends on nothing else, because the service worker recognises a file of
 * an earlier version by its name.
 */
const nameOfModule = (id: string): string =>
  path
    .relative(path.dirname(WEB), id)
    .replace(/^(.*node_modules|web\/src|contract\/src)\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll(/[^\w.]+/g, '-')
    .replace(/^-/, '')
