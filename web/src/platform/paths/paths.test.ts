import { expect, test } from 'vitest'
import { paths } from './paths.ts'

const sources = import.meta.glob<string>('../../../../e2e/fixtures/checks/screens.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('the journeys that look at all screens open each screen whose path has no ids', () => {
  const [source = expect.unreachable()] = Object.values(sources)
  const withoutIds = Object.values(paths).filter((path) => !path.includes('$'))
  expect(withoutIds.length).toBeGreaterThan(20)
  const isOpened = (path: string) => [`'${path}'`, `'${path}?`, `'${path}#`].some((text) => source.includes(text))
  expect(withoutIds.filter((path) => !isOpened(path))).toEqual([])
})
