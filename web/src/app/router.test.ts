import { describe, expect, test, vi } from 'vitest'
import { paths } from '../platform/paths/paths.ts'
import { router } from './router.ts'

// Screens need a browser; these tests check addresses only.
vi.mock('./root.tsx', () => ({ Root: () => null }))
vi.mock('./layout/app-layout.tsx', () => ({ AppLayout: () => null }))
vi.mock('./screen-failed.tsx', () => ({ ScreenFailed: () => null }))
vi.mock('../screens/home.tsx', () => ({ HomeScreen: () => null }))
vi.mock('../screens/not-found.tsx', () => ({ NotFoundScreen: () => null }))

const UUID = '01990001-0000-7000-8000-0000000000ab'
const BROKEN = [
  'abc',
  'map',
  '1',
  'null',
  'undefined',
  `${UUID}0`,
  UUID.slice(1),
  UUID.replace('-', ''),
  `${UUID}%20`,
  '%F0%9F%94%A5',
]

const addressOf = (pattern: string, id: string) => pattern.replace(/\$\w+/g, id)

/** Returns the pattern of the route of an address, or null if no route matches. */
function routeAt(pathname: string): string | null {
  const [, params, route] = router.getMatchedRoutes(pathname)
  // The router returns the nearest route, with the unmatched rest under this name.
  return route && !('**' in params) ? route.fullPath : null
}
/** Returns the parameters that the screen of the route receives. */
const paramsAt = (pathname: string) => router.matchRoutes(pathname, {}).at(-1)?.params

const patterns = Object.values(paths)
const withIds = patterns.filter((pattern) => pattern.includes('$'))

test.each(patterns)('%s is found', (pattern) => {
  expect(routeAt(addressOf(pattern, UUID))).toBe(pattern)
})

describe.each(withIds)('%s', (pattern) => {
  const names = pattern.match(/\$\w+/g) ?? []

  test.each(BROKEN)('is not found with %s as an id', (broken) => {
    for (const name of names) {
      const address = addressOf(pattern.replace(name, broken), UUID)
      expect(routeAt(address), address).toBeNull()
    }
  })

  test('reads ids in lower case', () => {
    const params = paramsAt(addressOf(pattern, UUID.toUpperCase()))
    expect(params).toEqual(Object.fromEntries(names.map((name) => [name.slice(1), UUID])))
  })
})

test('an address with another letter case than its route is not found', () => {
  for (const pattern of patterns.filter((one) => one !== paths.home)) {
    const address = addressOf(
      pattern.replace(/[a-z-]+/, (word) => word.toUpperCase()),
      UUID,
    )
    expect(routeAt(address), address).toBeNull()
  }
})

test('each area of the administration has a screen with the name of its path', () => {
  const screens = import.meta.glob<string>(['/src/screens/admin/admin-*.tsx', '!/src/screens/admin/admin-index.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const namesIn = (source: string) => [...source.matchAll(/export function (\w+)/g)].map(([, name]) => name)
  const fileOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const areas = Object.keys(paths).filter((key) => /^admin[A-Z]/.test(key))
  expect(Object.fromEntries(Object.entries(screens).map(([file, source]) => [file, namesIn(source)]))).toEqual(
    Object.fromEntries(areas.map((key) => [`/src/screens/admin/${fileOf(key)}.tsx`, [`A${key.slice(1)}`]])),
  )
})

test('a path that ends in comments is not found with a broken id or too few ids', () => {
  for (const address of ['/a/b/comments', `/feed/${UUID}/posts/map/comments`, `/feed/${UUID}/comments`, '/comments'])
    expect(routeAt(address), address).toBeNull()
})
