import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { begins, makesGroup, opens } from '#/testing/chats.ts'
import { NAMES, story } from '#/testing/gathering-steps.ts'
import { Gathering } from '#/testing/gathering.ts'
import { type Person, type Unit, unit } from '#/testing/unit.ts'
import { Onlooker, type WebPage, webPages } from '#/testing/web-page.ts'

// Whatever people do at once: places without a gap, marks that never fall, unread counts that a recount confirms, nothing for who was
// removed or blocked, and in the end on every page of the web what the unit answers. The same each time (seed); a longer search by NOROSHI_LONG.

const SEED = 20_110_311
const IS_LONG = process.env['NOROSHI_LONG'] === '1'
const RUNS = IS_LONG ? 200 : 8
/** Milliseconds after which it has failed, whatever was found by then. */
const WITHIN = IS_LONG ? 1_800_000 : 300_000
const PATIENCE = { timeout: 30_000, interval: 150 }

let noroshi: Unit
let pages: WebPage[]
beforeAll(async () => {
  noroshi = await unit()
  pages = await webPages(noroshi.url, NAMES.length)
})
afterAll(async () => {
  for (const page of pages) page.loses()
  vi.unstubAllGlobals()
  await noroshi[Symbol.asyncDispose]()
})

async function gather(): Promise<{ gathering: Gathering; group: string; pair: string }> {
  const people = await noroshi.people(...NAMES)
  const [aiko, ben, chie] = people
  const group = (await makesGroup(aiko, [ben, chie])).id
  const pair = (await begins(aiko, ben)).id
  const onlookers = people.map((person, place) => new Onlooker(person, pages[place]!)) // a page for each name
  for (const onlooker of onlookers) {
    onlooker.page.watches([group, pair])
    onlooker.returns()
  }
  const gathering = new Gathering(onlookers, { group, pair })
  await gathering.begins()
  return { gathering, group, pair }
}

test(
  'any interleaving of sends, files, reads, joins, leaves, blocks and lost connections leaves every page as the unit answers',
  { timeout: WITHIN + 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (batches) => {
        const { gathering, group, pair } = await gather()
        await vi.waitFor(() => gathering.expectsTruth(), PATIENCE)
        for (const batch of batches) {
          noroshi.clock.advance({ seconds: 1 })
          await gathering.goesThrough(batch)
        }
        for (const onlooker of gathering.onlookers) onlooker.returns()
        for (const id of [group, pair]) await vi.waitFor(() => expectsLeast(id, gathering.onlookers[0]!.person), PATIENCE)
        await vi.waitFor(() => gathering.expectsTruth(), PATIENCE)
      }),
      { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: WITHIN, markInterruptAsFailure: true, endOnFailure: !IS_LONG },
    )
  },
)

/** What everybody has is the least of what each has; between two of whom one blocks the other it stands still. */
async function expectsLeast(id: string, reader: Person): Promise<void> {
  const { watermarks, blockedBy } = await opens(reader, id)
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
