import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createStoreDisk } from './store-disk.ts'
import { openEntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { converge, steps, type StoreModules } from './testing/convergence.ts'
import { withEarlyRows } from './with-early-rows.ts'

/** The types of Node are not in this workspace, whose code runs in browsers. */
interface Files {
  copyFile(from: string, to: string): Promise<void>
  mkdir(path: string, options: { recursive: true }): Promise<unknown>
  readdir(path: string): Promise<string[]>
  readFile(path: string, encoding: 'utf8'): Promise<string>
  rm(path: string, options: { recursive: true; force: true }): Promise<void>
  writeFile(path: string, text: string): Promise<void>
}
// `as`: see above
const files = (await import('node:fs/promises' as string)) as Files
const source = new URL('.', import.meta.url).pathname

const SEED = 20_110_311
const RUNS = import.meta.env['NOROSHI_LONG'] === '1' ? 6_000 : 300
/** Enough runs to notice each mutant. */
const MUTANT_RUNS = 2_000

let runs = 0
const check = (modules: StoreModules, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(steps, (given) => converge(modules, `convergence ${runs++}`, given)),
    { seed: SEED, numRuns, endOnFailure: true },
  )

test(
  'any order of events, replies, writes, reloads and tabs ends as the server would reply, in memory and on disk',
  { timeout: 600_000 },
  () => check({ EntityStore, openEntityDatabase, createStoreDisk, withEarlyRows }, RUNS),
)

/** Each takes one rule out of the store. The property must notice it. */
const mutants = [
  ['version rule', 'entity.ts', 'type.version(next) > type.version(known) ? next : known', 'next'],
  ['removal', 'entity.ts', 'next.version > known.version || isReadable(known, next) ? next : known', 'next'],
  ['overtaken reply', 'entity-store.ts', '&& !isReceivedSince(type, id)', ''],
  ['removed parent', 'entity-store.ts', 'if (next.value && this.#isParentRemoved(type, next.value)) return false', ''],
  ['loss of children', 'entity-store.ts', 'if (next.value === undefined) this.#forgetDescendants([[type.name, id]])', ''],
  ['merge on disk', 'entity-rows.ts', 'mergeRows(type, before, row)', 'row'],
  [
    'return of children on disk',
    'entity-rows.ts',
    'returned.push(...descendantsOf([change.type.name, change.id]))',
    'returned.push()',
  ],
  [
    'cursor of the rows',
    'store-disk.ts',
    'database.write(owner, changes, reached,',
    'database.write(owner, changes, `${Number(reached) + 1}`,',
  ],
  ['cursor of the early rows', 'with-early-rows.ts', 'claimed.cursor ?? null', '`${Number(claimed.cursor ?? 0) + 1}`'],
] as const

/** Copies of the store, within the workspace so that their imports resolve. */
const directory = new URL('../../../dist/mutants/', import.meta.url).pathname
afterAll(() => files.rm(directory, { recursive: true, force: true }))

test.each(mutants)('the property notices a store without its %s', { timeout: 600_000 }, async (name, file, rule, replacement) => {
  const copy = `${directory}${name.replaceAll(' ', '-')}/`
  await files.mkdir(copy, { recursive: true })
  const sources = (await files.readdir(source)).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  for (const path of sources) await files.copyFile(source + path, copy + path)
  const original = await files.readFile(copy + file, 'utf8')
  expect(original).toContain(rule)
  await files.writeFile(copy + file, original.replace(rule, replacement))
  // `as`: copies of these modules
  const load = (path: string) => import(/* @vite-ignore */ copy + path) as Promise<StoreModules>
  const modules: StoreModules = {
    ...(await load('entity-store.ts')),
    openEntityDatabase: (await load('entity-database.ts')).openEntityDatabase,
    createStoreDisk: (await load('store-disk.ts')).createStoreDisk,
    withEarlyRows: (await load('with-early-rows.ts')).withEarlyRows,
  }
  await expect(check(modules, MUTANT_RUNS)).rejects.toThrow()
})
