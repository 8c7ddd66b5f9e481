import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { defineVersioned } from './entity.ts'
import { type EntityDatabase, openEntityDatabase } from './entity-database.ts'
import { openDiskPage } from './testing/disk-page.ts'

const note = defineVersioned<{ id: string; version: number; text: string }>({ name: 'note' })
const ofAiko = { id: 'n1', version: 1, text: 'of Aiko' }
const reply = { key: 'notes', data: ['of Aiko'], at: 1 }

type Part = { readonly id: string; readonly version: number; readonly of: string; readonly isHidden?: boolean }
const post = defineVersioned<Part>({
  name: 'post',
  parent: ({ of }) => ['note', of],
  isStored: ({ isHidden }) => isHidden !== true,
})
const counts = defineVersioned<Part>({ name: 'counts', parent: ({ of }) => ['post', of] })
const types = [note, post, counts]

let devices = 0
const newDevice = () => `owners ${devices++}`

/** A page of a user: a store and its disk. */
async function openPage(device: string, ownerId: string, database: EntityDatabase = openEntityDatabase(device)) {
  const { store, disk, cursor, setCursor } = await openDiskPage(types, database, ownerId)
  /** Receives a note at a position of the journal and writes it. */
  const receive = async (value: typeof ofAiko, at: string) => {
    store.put(note, value)
    setCursor(at)
    await disk.flush()
  }
  return { store, disk, receive, cursor }
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

test('a user who claims their own rows again keeps them', async () => {
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
  await page.disk.clear()
  await otherTab.receive({ ...ofAiko, version: 2 }, '8')
  expect(await onDisk(device)).toEqual(NOTHING)
})

test('a deletion that fails at the end of a session leaves no rows to the next user', async () => {
  const device = newDevice()
  const database = openEntityDatabase(device)
  const page = await openPage(device, 'aiko', database)
  await page.receive(ofAiko, '7')
  vi.spyOn(database, 'clear').mockRejectedValueOnce(new Error('the disk fails'))
  await page.disk.clear()
  expect((await onDisk(device)).rows).toHaveLength(1)
  expect(page.store.ids(note)).toEqual([])
  const ben = await openPage(device, 'ben')
  expect([ben.store.ids(note), ben.cursor()]).toEqual([[], null])
  expect(await onDisk(device)).toEqual(NOTHING)
})

/** A page that has a note, its post and the counts of the post, all on disk. */
async function openPageWithPost(device: string, database?: EntityDatabase) {
  const page = await openPage(device, 'aiko', database)
  page.store.put(post, { id: 'p1', version: 1, of: 'n1' })
  page.store.put(counts, { id: 'p1', version: 1, of: 'p1' })
  await page.receive(ofAiko, '7')
  return page
}

const idsOnDisk = async (device: string) => {
  const { store } = await openPage(device, 'aiko')
  return types.map((type) => store.ids(type))
}

test('an entity that returns is written with its children, of which it is the parent and a child itself', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  store.remove(post, 'p1', 2)
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
  store.put(post, { id: 'p1', version: 3, of: 'n1' })
  store.put(counts, { id: 'p1', version: 2, of: 'p1' })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], ['p1'], ['p1']])
})

test('an entity that a reply lacks is deleted from disk with its children, although its parent is still known', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  store.beginRead().forgetMissing(post, ['p1'], new Set())
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
})

test('a removal of the grandparent deletes all descendants from disk', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  store.remove(note, 'n1', 2)
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([[], [], []])
})

test('an entity that returns is written with all descendants, which another tab has removed', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const otherTab = await openPage(device, 'aiko')
  otherTab.store.remove(note, 'n1', 2)
  await otherTab.disk.flush()
  expect(await idsOnDisk(device)).toEqual([[], [], []])
  store.put(note, { ...ofAiko, version: 3 })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], ['p1'], ['p1']])
})

test('a tab that learns the loss of an entity after another tab learned its return deletes nothing', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const otherTab = await openPage(device, 'aiko')
  otherTab.store.put(post, { id: 'p1', version: 3, of: 'n1' })
  otherTab.store.put(counts, { id: 'p1', version: 2, of: 'p1' })
  await otherTab.disk.flush()
  store.remove(post, 'p1', 2)
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], ['p1'], ['p1']])
})

test('an entity that is received after the page dropped its parent waits for it, and is on disk with it', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  store.beginRead().forgetMissing(post, ['p1'], new Set())
  store.put(counts, { id: 'p1', version: 2, of: 'p1' })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
  store.put(post, { id: 'p1', version: 1, of: 'n1' })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], ['p1'], ['p1']])
})

test('a tab that does not know the loss of a parent writes none of its children', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const otherTab = await openPage(device, 'aiko')
  store.remove(note, 'n1', 2)
  await disk.flush()
  otherTab.store.put(post, { id: 'p1', version: 2, of: 'n1' })
  await otherTab.disk.flush()
  expect(await onDisk(device)).toMatchObject({ rows: [{ id: 'n1', value: undefined }] })
  expect(await openEntityDatabase(device).rowsOf(post)).toEqual([])
})

test('a drop of an old copy keeps the later copy of another tab', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const otherTab = await openPage(device, 'aiko')
  otherTab.store.put(post, { id: 'p1', version: 2, of: 'n1' })
  await otherTab.disk.flush()
  store.beginRead().forgetMissing(post, ['p1'], new Set())
  await disk.flush()
  expect(await openEntityDatabase(device).rowsOf(post)).toMatchObject([{ id: 'p1', version: 2 }])
})

test('a row that is not stored and whose parent the disk does not have waits for nothing', async () => {
  const { store, disk } = await openPage(newDevice(), 'aiko')
  store.put(post, { id: 'p1', version: 1, of: 'unknown', isHidden: true })
  await disk.flush()
  expect(store.unwritten.isEmpty()).toBe(true)
  store.put(post, { id: 'p2', version: 1, of: 'unknown' })
  await disk.flush()
  expect(store.unwritten.isEmpty()).toBe(false)
})

test('a dropped entity is not on disk although the write of its drop failed and an older copy arrived meanwhile', async () => {
  const device = newDevice()
  const database = openEntityDatabase(device)
  const failing: EntityDatabase = { ...database, write: vi.fn(database.write) }
  const { store, disk } = await openPageWithPost(device, failing)
  store.put(post, { id: 'p1', version: 6, of: 'n1' })
  await disk.flush()
  const drop = () => store.beginRead().forgetMissing(post, ['p1'], new Set())
  drop()
  vi.mocked(failing.write).mockImplementationOnce(async () => {
    store.put(post, { id: 'p1', version: 1, of: 'n1' })
    throw new Error('the disk is full')
  })
  await disk.flush().catch(() => undefined)
  drop()
  await disk.flush()
  expect(await openEntityDatabase(device).rowsOf(post)).toEqual([])
})

test.each([false, true])(
  'an entity that is dropped, received in an older copy and dropped again is not on disk, with a write between: %s',
  async (isWrittenBetween) => {
    const device = newDevice()
    const { store, disk } = await openPageWithPost(device)
    store.put(post, { id: 'p1', version: 6, of: 'n1' })
    await disk.flush()
    const drop = () => store.beginRead().forgetMissing(post, ['p1'], new Set())
    drop()
    store.put(post, { id: 'p1', version: 1, of: 'n1' }) // a late event
    if (isWrittenBetween) await disk.flush()
    drop()
    await disk.flush()
    expect(await openEntityDatabase(device).rowsOf(post)).toEqual([])
  },
)

test('a copy with the version of a removal returns the entity, in memory and on disk', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const kept = { id: 'p1', version: 2, of: 'n1' }
  store.remove(post, 'p1', 2)
  await disk.flush()
  store.put(post, kept)
  await disk.flush()
  expect(store.get(post, 'p1')).toEqual(kept)
  expect(await openEntityDatabase(device).rowsOf(post)).toMatchObject([{ value: kept }])
})

test('an entity that is no longer stored is deleted from disk with its children, and returns with them', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  const hidden = { id: 'p1', version: 2, of: 'n1', isHidden: true }
  store.put(post, hidden)
  store.put(counts, { id: 'p1', version: 2, of: 'p1' })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
  expect(store.get(post, 'p1')).toEqual(hidden)
  store.put(post, { id: 'p1', version: 3, of: 'n1' })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], ['p1'], ['p1']])
})

test('a change of a child in the same write as the end of the storage of its parent is not on disk', async () => {
  const device = newDevice()
  const { store, disk } = await openPageWithPost(device)
  store.put(counts, { id: 'p1', version: 2, of: 'p1' })
  store.put(post, { id: 'p1', version: 2, of: 'n1', isHidden: true })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
})

test('the end of the storage of a parent that only another tab knew deletes it, and its new child waits', async () => {
  const device = newDevice()
  const { store, disk } = await openPage(device, 'aiko')
  await openPageWithPost(device)
  store.put(counts, { id: 'c1', version: 1, of: 'p1' })
  store.put(post, { id: 'p1', version: 2, of: 'n1', isHidden: true })
  await disk.flush()
  expect(await idsOnDisk(device)).toEqual([['n1'], [], []])
  expect(store.unwritten.isEmpty()).toBe(false)
})

test('a write that fails while the session ends leaves no changes to the next user', async () => {
  const device = newDevice()
  const database = openEntityDatabase(device)
  const page = await openPage(device, 'aiko', database)
  const failed = Promise.withResolvers<never>()
  vi.spyOn(database, 'write').mockReturnValueOnce(failed.promise)
  page.store.put(note, ofAiko)
  const writing = page.disk.flush()
  await new Promise((resolve) => setTimeout(resolve))
  await page.disk.clear()
  failed.reject(new Error('the disk is full'))
  await writing
  expect(page.store.unwritten.isEmpty()).toBe(true)
})
