import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chunk, mergeChunks, type PageImport, REQUEST_SIZE } from './merge-chunks.ts'

const chunk = (size: number, imports: readonly string[] = [], isAlone = false): Chunk => ({ size, imports, isAlone })
const page = (...names: string[]): PageImport => ({ names, weight: 1 })

test('chunks that every page loads together become one', () => {
  const chunks = new Map([
    ['screen', chunk(100, ['button', 'icon'], true)],
    ['button', chunk(9_000, ['icon'])],
    ['icon', chunk(300)],
  ])
  expect(mergeChunks(chunks, [page('screen')])).toEqual([['button', 'icon']])
})

test('a small chunk is merged if one more request costs more than its code on another page', () => {
  const chunks = (size: number) =>
    new Map([
      ['first', chunk(100, ['button', 'icon'], true)],
      ['second', chunk(100, ['icon'], true)],
      ['button', chunk(size)],
      ['icon', chunk(300)],
    ])
  const pages = [page('first'), page('second')]
  expect(mergeChunks(chunks(REQUEST_SIZE - 1), pages)).toEqual([['button', 'icon']])
  expect(mergeChunks(chunks(REQUEST_SIZE + 1), pages)).toEqual([])
  expect(mergeChunks(chunks(REQUEST_SIZE + 1), [{ names: ['first'], weight: 2 }, page('second')])).toEqual([['button', 'icon']])
})

test('what a merged chunk imports counts as well', () => {
  const chunks = new Map([
    ['first', chunk(100, ['button', 'icon'], true)],
    ['second', chunk(100, ['icon'], true)],
    ['button', chunk(300, ['library'])],
    ['icon', chunk(300)],
    ['library', chunk(100_000)],
  ])
  expect(mergeChunks(chunks, [page('first'), page('second')])).toEqual([['button', 'library']])
})

interface Build {
  readonly chunks: ReadonlyMap<string, Chunk>
  readonly pages: readonly PageImport[]
}

/** Builds whose chunks import only later chunks. */
const builds: fc.Arbitrary<Build> = fc.integer({ min: 1, max: 12 }).chain((count) => {
  const names = Array.from({ length: count }, (_, index) => `c${index}`)
  const chunks = fc.tuple(
    ...names.map((name, index) =>
      fc
        .tuple(fc.integer({ min: 1, max: 20_000 }), fc.subarray(names.slice(index + 1)), fc.boolean())
        .map(([size, imports, isAlone]) => [name, chunk(size, imports, isAlone)] as const),
    ),
  )
  const pages = fc.array(fc.record({ names: fc.subarray(names, { minLength: 1 }), weight: fc.integer({ min: 1, max: 5 }) }))
  return fc.record({ chunks: chunks.map((entries) => new Map(entries)), pages })
})

/** Returns the file of each chunk, and the files that each file imports. */
function filesOf({ chunks }: Build, merged: readonly (readonly string[])[]) {
  const fileOf = new Map(
    [...chunks.keys()].map((name) => [name, merged.find((names) => names.includes(name))?.join('+') ?? name]),
  )
  const imports = new Map([...new Set(fileOf.values())].map((file) => [file, new Set<string>()]))
  for (const [name, { imports: imported }] of chunks) {
    const file = fileOf.get(name) ?? ''
    for (const other of imported) if (fileOf.get(other) !== file) imports.get(file)?.add(fileOf.get(other) ?? '')
  }
  return { fileOf, imports }
}

function withImports(start: Iterable<string>, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(start)
  for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported)
  return found
}

/** Returns the characters that the pages load, and counts each request as {@link REQUEST_SIZE} characters. */
function costOf(build: Build, merged: readonly (readonly string[])[]): number {
  const { fileOf, imports } = filesOf(build, merged)
  let cost = 0
  for (const { names, weight } of build.pages) {
    const files = withImports(
      names.map((name) => fileOf.get(name) ?? ''),
      imports,
    )
    const loaded = [...build.chunks].filter(([name]) => files.has(fileOf.get(name) ?? ''))
    cost += weight * (files.size * REQUEST_SIZE + loaded.reduce((sum, [, { size }]) => sum + size, 0))
  }
  return cost
}

test('merging reduces the total cost of any build, no file imports itself by others, and targets of import() stay alone', () => {
  fc.assert(
    fc.property(builds, (build) => {
      const merged = mergeChunks(build.chunks, build.pages)
      const names = merged.flat()
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(build.chunks.get(name)?.isAlone).toBe(false)
      const { imports } = filesOf(build, merged)
      for (const [file, imported] of imports) expect(withImports(imported, imports).has(file)).toBe(false)
      if (merged.length > 0) expect(costOf(build, merged)).toBeLessThan(costOf(build, []))
    }),
    { numRuns: 1_000 },
  )
})
