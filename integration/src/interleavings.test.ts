import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startPersonalChat, createGroup, fetchThread } from '../../server/src/testing/scenes/chats.ts'
import { NAMES, type Step, stepBatches } from './interleaving-steps.ts'
import { InterleavingScenario } from './interleaving-scenario.ts'
import { type SharingServer, startServerOn } from '../../server/src/testing/shared-database.ts'
import { type TestUser, type TestServer, startTestServer } from '../../server/src/testing/test-server.ts'
import { WebBrowser, WebClient, type WebPage } from './web-page.ts'

// Runs random concurrent steps and checks: `seq` has no gaps, watermarks never fall, unread counts equal a recount,
// removed and blocked users get nothing, and each web page ends with the state of the server. The pages are spread over
// two server processes on one database. The seed is fixed; NOROSHI_LONG=1 runs many more batches.

const SEED = 20_110_311
const IS_LONG = process.env['NOROSHI_LONG'] === '1'
const RUNS = IS_LONG ? 200 : 4
/** Time limit in milliseconds. The test fails after it. */
const TIME_LIMIT_MS = IS_LONG ? 1_800_000 : 300_000
/** Chie leaves the group and is added again while its screen is open. */
const returnToGroup: Step[][] = [
  [{ action: 'leave', where: 'group', who: 2, seq: undefined }],
  [{ action: 'send', where: 'group', who: 0, seq: undefined }],
  [{ action: 'join', where: 'group', who: 2, seq: undefined }],
]
const PATIENCE = { timeout: 30_000, interval: 150 }

let noroshi: TestServer
let second: SharingServer
let browser: WebBrowser
let pages: WebPage[]
beforeAll(async () => {
  // The address is not used, but it makes the server notify other processes.
  noroshi = await startTestServer({ DATABASE_URL: 'postgresql://shared' })
  second = await startServerOn(noroshi.databaseUrl, { dataDir: noroshi.deps.config.dataDir, clock: noroshi.clock })
  browser = new WebBrowser([noroshi.url, second.url])
  pages = []
  for (const device of NAMES) pages.push(await browser.open(device))
})
afterAll(async () => {
  for (const page of pages) page.closes()
  vi.unstubAllGlobals()
  await second.close()
  await noroshi[Symbol.asyncDispose]()
})

async function startScenario(): Promise<{ scenario: InterleavingScenario; group: string; pair: string }> {
  const users = await noroshi.people(...NAMES)
  const [aiko, ben, chie] = users
  const group = (await createGroup(aiko, [ben, chie])).id
  const pair = (await startPersonalChat(aiko, ben)).id
  // a page for each name
  const clients = users.map((person, index) => new WebClient(person, pages[index]!, browser, NAMES[index]!, [group, pair]))
  for (const client of clients) client.goOnline()
  const scenario = new InterleavingScenario(clients, { group, pair })
  await scenario.start()
  return { scenario, group, pair }
}

test(
  'every page equals the server after any interleaving of sends, files, reads, joins, leaves, blocks, lost connections, reloads and tabs',
  { timeout: TIME_LIMIT_MS + 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(stepBatches, async (batches) => {
        const { scenario, group, pair } = await startScenario()
        await vi.waitFor(() => scenario.assertConsistent(), PATIENCE)
        for (const batch of batches) {
          noroshi.clock.advance({ seconds: 1 })
          await scenario.runBatch(batch)
        }
        for (const client of scenario.clients) client.goOnline()
        for (const id of [group, pair]) await vi.waitFor(() => expectLowestWatermarks(id, scenario.clients[0]!.person), PATIENCE)
        await vi.waitFor(() => scenario.assertConsistent(), PATIENCE)
        pages = scenario.clients.map((client) => client.closesOtherTabs())
      }),
      {
        seed: SEED,
        numRuns: RUNS,
        interruptAfterTimeLimit: TIME_LIMIT_MS,
        markInterruptAsFailure: true,
        endOnFailure: !IS_LONG,
        examples: [[returnToGroup]],
      },
    )
  },
)

/** Expects the watermarks of all members to equal the lowest of their members, unless the thread has a block. */
async function expectLowestWatermarks(id: string, reader: TestUser): Promise<void> {
  const { watermarks, blockedBy } = await fetchThread(reader, id)
  if (blockedBy.length > 0) return
  const rows = await noroshi.db
    .selectFrom('thread_watermarks')
    .select(['delivered_seq', 'seen_seq'])
    .where('thread_id', '=', id)
    .where('message_type', '=', 'normalChat')
    .execute()
  expect(watermarks).toEqual({
    deliveredSeq: Math.min(...rows.map((row) => row.delivered_seq)),
    seenSeq: Math.min(...rows.map((row) => row.seen_seq)),
  })
}
