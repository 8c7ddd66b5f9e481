import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createShellCache } from './shell-cache.ts'

/** The part of the Cache API that the worker uses, in memory. */
class MemoryCache {
  readonly files = new Map<string, Response>()
  match = async (path: string) => this.files.get(path)?.clone()
  put = async (path: string, response: Response) => void this.files.set(path, response)
  keys = async () => [...this.files.keys()].map((path) => ({ url: `https://noroshi.lan${path}` }))
}

let stored: Map<string, MemoryCache>
/** URL path and content of each file that the server has; null: the server is unreachable. */
let served: Record<string, string> | null
let fetched: string[]

beforeEach(() => {
  stored = new Map()
  served = null
  fetched = []
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const cache = stored.get(name) ?? new MemoryCache()
      stored.set(name, cache)
      return cache
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string) => [...stored.values()].find(({ files }) => files.has(path))?.match(path),
  })
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const path = typeof request === 'string' ? request : new URL(request.url).pathname
    if (served === null) throw new TypeError('Failed to fetch')
    fetched.push(path)
    return path in served ? new Response(served[path]) : new Response(null, { status: 404 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const versionOf = (version: string, paths: string[], imports: Record<string, string[]> = {}) => {
  const later = Object.fromEntries(paths.map((path) => [path, imports[path] ?? []]))
  return createShellCache({ version, hashed: ['/assets/first-11111111.js'], later, fixed: { '/': 'sha256-x' } }, async () => true)
}

const textOf = async (version: string, path: string) => (await stored.get(`shell-${version}`)?.match(path))?.text()

/** Stores version a and uses its page editor and its map, of which version b changes the editor. */
async function useFirstVersion() {
  const editor = '/assets/page-editor-aaaaaaaa.js'
  const map = '/assets/map-canvas-22222222.css'
  served = { '/': 'a', '/assets/first-11111111.js': 'first', [editor]: 'editor a', [map]: 'map' }
  const first = versionOf('a', [editor, map, '/assets/admin-aaaaaaaa.js'])
  await first.fill()
  for (const path of [editor, map]) await first.file(new Request(`https://noroshi.lan${path}`))
}
const later = ['/assets/page-editor-bbbb-_bb.js', '/assets/map-canvas-22222222.css', '/assets/admin-bbbbbbbb.js']

test('a new version stores the changed and the unchanged files that were used in the old one, and no unused file', async () => {
  await useFirstVersion()
  served = { '/': 'b', '/assets/page-editor-bbbb-_bb.js': 'editor b', '/assets/admin-bbbbbbbb.js': 'admin b' }
  fetched = []
  const second = versionOf('b', later)
  await second.fill()
  await second.deleteOthers()

  expect([...stored.keys()]).toEqual(['shell-b'])
  expect(await textOf('b', '/assets/page-editor-bbbb-_bb.js')).toBe('editor b')
  expect(await textOf('b', '/assets/map-canvas-22222222.css')).toBe('map')
  expect(await textOf('b', '/assets/admin-bbbbbbbb.js')).toBeUndefined()
  expect(fetched).toEqual(['/', '/assets/page-editor-bbbb-_bb.js'])
})

test('a new version stores what a used file imports, also under a name that the old version did not have', async () => {
  await useFirstVersion()
  const [editor = ''] = later
  const table = '/assets/table-bbbbbbbb.js'
  served = { '/': 'b', [editor]: 'editor b', [table]: 'table b' }
  await versionOf('b', [...later, table], { [editor]: [table] }).fill()
  expect(await textOf('b', table)).toBe('table b')
  expect(await textOf('b', '/assets/admin-bbbbbbbb.js')).toBeUndefined()
})

test('the old version stays stored until the server has answered with the changed files that were used in it', async () => {
  await useFirstVersion()
  served = { '/': 'b' }
  const second = versionOf('b', later)
  await second.fill()
  served = null
  await second.deleteOthers()
  expect([...stored.keys()]).toEqual(['shell-a', 'shell-b'])

  served = { '/assets/page-editor-bbbb-_bb.js': 'editor b' }
  await second.deleteOthers()
  expect([...stored.keys()]).toEqual(['shell-b'])
  expect(await textOf('b', '/assets/page-editor-bbbb-_bb.js')).toBe('editor b')
})
