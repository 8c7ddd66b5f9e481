import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { defineVersioned } from './entity.ts'
import { type EntityDatabase, openEntityDatabase } from './entity-database.ts'
import { EntityStore } from './entity-store.ts'
import { createStoreDisk } from './store-disk.ts'

const note = defineVersioned<{ id: string; version: number; text: string }>({ name: 'note' })
const ofAiko = { id: 'n1', version: 1, text: 'of Aiko' }
const reply = { key: 'notes', data: ['of Aiko'], at: 1 }

let devices = 0
const newDevice = () => `owners ${devices++}`

/** A page of a user: a store and its disk. */
async function openPage(device: string, ownerId: string, database: EntityDatabase = openEntityDatabase(device)) {
  const store = new EntityStore(() => undefined)
  store.register([note])
  let cursor: string | null = null
  const disk = createStoreDisk({
    store,
    database,
    cursor: { value: () => cursor, restart: (next) => (cursor = next) },
    isFurther: (next, than) => Number(next) > Number(than),
    ownerId: () => ownerId,
  })
  disk.claim()
  await disk.ready()
  /** Receives a note at a position of the journal and writes it. */
  const receive = async (value: typeof ofAiko, at: string) => {
    store.put(note, value)
    cursor = at
    await disk.flush()
  }
  return { store, disk, receive, cursor: () => cursor }
}

/** Everything that the device has on disk. */
const onDisk = async (device: string) => {
  const database = openEntityDatabase(device)
  return { rows: await database.rowsOf(note), reply: await database.replyOf(reply.key) }
}
const NOTHING = { rows: [], reply: undefined }

test('a user who claims the rows of another user finds none, and a late write of the other user is refused', async () => {
  const device = newDevice()
  const aiko = await openPage(device, 'aiko')
  await aiko.receive(ofAiko, '7')
  await aiko.disk.writeReplies([reply])
  expect(await onDisk(device)).toEqual({ rows: [{ id: 'n1', value: ofAiko, version: 1 }], reply })

  const ben = await openPage(device, 'ben')
  expect([ben.store.ids(note), ben.cursor()]).toEqual([[], null])
  expect(await onDisk(device)).toEqual(NOTHING)
  await aiko.receive({ ...ofAiko, version: 2 }, '8')
  await aiko.disk.writeReplies([reply])
  expect(await onDisk(device)).toEqual(NOTHING)

  await ben.receive({ id: 'n2', version: 1, text: 'of Ben' }, '3')
  const reopened = await openPage(device, 'ben')
  expect([reopened.store.ids(note), reopened.cursor()]).toEqual([['n2'], '3'])
})

test('a user who claims the own rows again keeps them', async () => {
  const device = newDevice()
  await (await openPage(device, 'aiko')).receive(ofAiko, '7')
  const reopened = await openPage(device, 'aiko')
  expect([reopened.store.get(note, 'n1'), reopened.cursor()]).toEqual([ofAiko, '7'])
})

test('after the end of a session the disk has no rows, and another tab of the session writes none', async () => {
  const device = newDevice()
  const [page, otherTab] = [await openPage(device, 'aiko'), await openPage(device, 'aiko')]
  await page.receive(ofAiko, '7')
  await page.disk.writeReplies([reply])
  await page.disk.forget()
  await otherTab.receive({ ...ofAiko, version: 2 }, '8')
  expect(await onDisk(device)).toEqual(NOTHING)
})

test('a deletion that fails at the end of a session leaves no rows to the next user', async () => {
  const device = newDevice()
  const database = openEntityDatabase(device)
  const page = await openPage(device, 'aiko', database)
  await page.receive(ofAiko, '7')
  vi.spyOn(database, 'forget').mockRejectedValueOnce(new Error('the disk fails'))
  await page.disk.forget()
  expect((await onDisk(device)).rows).toHaveLength(1)
  expect(page.store.ids(note)).toEqual([])
  const ben = await openPage(device, 'ben')
  expect([ben.store.ids(note), ben.cursor()]).toEqual([[], null])
  expect(await onDisk(device)).toEqual(NOTHING)
})
