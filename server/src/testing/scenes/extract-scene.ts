import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { type StreetArea, streetExtractRoutes } from '@noroshi/contract/streets/street-extracts.http'
import { StreetExtracts } from '#/features/streets/extract/street-extracts.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { MapSource } from '#/testing/scenes/map-source.ts'
import { planetArchive, type PlanetOptions } from '#/testing/scenes/planet-archive.ts'
import { startTestServer, type TestServer, type TestUser } from '#/testing/test-server.ts'

/** An area of one city, and one of some 6 MB in archives with padding. */
export const CITY: StreetArea = [140.7, 38.1, 141.1, 38.4]
export const REGION: StreetArea = [140.2, 37.6, 141.8, 38.9]
export const PADDING: PlanetOptions = { padding: 4000 }
const FAST = { silentMaxMs: 300, retryDelaysMs: [10, 10] }

/** Returns the download; null if there is none. */
export const downloadOf = async (admin: TestUser) => (await admin.fetch(streetExtractRoutes.read)).extract

/** Returns the names of the files of incomplete downloads. */
export const temporaryIn = ({ deps }: TestServer) => readdir(path.join(deps.config.dataDir, 'streets')).catch(() => [])

export const actorOf = ({ id, firstName }: TestUser): AuditActor => ({
  // `as`: the start of a download needs no more
  actor: { id, firstName, lastName: '' } as AuditActor['actor'],
  ip: '192.0.2.1',
})

/** Starts a source and a server that gets streets from it, with workers that wait shorter. The end of the test closes them. */
export async function startExtractScene(
  options: PlanetOptions = {},
  hardware: Parameters<typeof startTestServer>[1] = {},
  settings: Record<string, string> = {},
) {
  const source = await MapSource.start(planetArchive(options))
  const noroshi = await startTestServer({ STREETS_SOURCE: source.url, ...settings }, hardware)
  const workers: StreetExtracts[] = []
  const worker = (times = FAST) => {
    const created = new StreetExtracts(noroshi.deps, times)
    workers.push(created)
    return created
  }
  onTestFinished(async () => {
    for (const each of workers) await each.close()
    await noroshi[Symbol.asyncDispose]()
    await source[Symbol.asyncDispose]()
  })
  return { source, noroshi, worker, admin: await noroshi.admin('Gen') }
}

/** Returns the bytes of the streets that the map shows; null without streets. */
export async function shownBytes({ visitor }: TestServer): Promise<Buffer | null> {
  const { streets } = await visitor.fetch(accountRoutes.unit)
  if (streets === null) return null
  return Buffer.from(await (await visitor.rawFetch(`/map/streets/${streets.tag}.pmtiles`)).arrayBuffer())
}
