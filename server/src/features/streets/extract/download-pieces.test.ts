import { expect, test } from 'vitest'
import { RangeSource } from '#/ports/range-source.ts'
import { MapSource } from '#/testing/scenes/map-source.ts'
import { planetArchive } from '#/testing/scenes/planet-archive.ts'
import { downloadPieces } from './download-pieces.ts'
import { planExtract } from './extract-plan.ts'
import { problemOf } from './extract-problem.ts'

test('a download to a disk without space ends with that reason', async () => {
  await using served = await MapSource.start(planetArchive())
  const { signal } = new AbortController()
  const source = await RangeSource.open(served.url, { signal })
  const plan = await planExtract(source.read, source.version.size, [140.7, 38.1, 141.1, 38.4])
  const download = { plan, source, file: '/dev/full', done: 0, signal, retryDelaysMs: [], onDone: async () => undefined }
  const error = await downloadPieces(download).catch((thrown: unknown) => thrown)
  expect(problemOf(error)).toBe('noSpace')
})
