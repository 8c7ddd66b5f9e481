import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile as writeBytes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { feedRoutes } from '@noroshi/contract/feeds/feeds.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { unitFolderRoutes, unitRoutes } from '@noroshi/contract/units/units.http'
import { confirmBoth, foundGroup, type Hall, joinByFiles, openHall } from '#/testing/scenes/units.ts'
import { withFolderLock } from './folder-exchange.sql.ts'
import { UnitFolders } from './unit-folder.ts'

const post = ({ admin }: Hall, feedId: string, textContent: string) =>
  admin.fetch(postRoutes.create, { params: { id: feedId }, form: { textContent } })
const textsOf = async ({ admin }: Hall, feedId: string) =>
  (await admin.fetch(postRoutes.list, { params: { id: feedId } })).posts.map(({ textContent }) => textContent)
const choose = ({ admin }: Hall, folder: string) =>
  admin.request(unitFolderRoutes.change, { body: { target: folder === '' ? 'off' : 'folder', folder, disk: '' } })
const stateOf = async ({ admin }: Hall) => (await admin.fetch(unitRoutes.read)).folder

/** Looks into the folder as the job does. */
async function look({ server }: Hall): Promise<void> {
  await server.jobs.find(({ name }) => name === 'units.folder')?.run()
}

/** Creates a folder that is deleted after the test. */
async function openFolder(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'noroshi-units-'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

test('two units exchange a feed in a folder that both reach; what is wrong with it is told', { timeout: 60_000 }, async () => {
  await using hall = await openHall('Hall')
  await using gym = await openHall('Gym')
  await using opened = await openFolder()
  const { folder } = opened
  expect(await choose(gym, folder)).toMatchObject({ status: 409, body: { code: 'units.noGroup' } })
  await foundGroup(hall)
  await joinByFiles(hall, gym)
  await confirmBoth(hall, gym)

  // It is off until an administrator chooses a folder that can be used.
  await look(hall)
  expect(await stateOf(hall)).toMatchObject({ settings: { target: 'off' }, readAt: null, writtenAt: null, problem: null })
  expect(await readdir(folder)).toEqual([])
  const refusals = [
    ['relative', 400, 'invalid'],
    [`${folder}/../other`, 400, 'invalid'],
    [path.join(folder, 'absent'), 409, 'units.folderGone'],
    [hall.server.deps.config.dataDir, 409, 'units.folderInDataDir'],
  ] as const
  for (const [wrong, status, code] of refusals) expect(await choose(hall, wrong), wrong).toMatchObject({ status, body: { code } })
  const noDisk = await hall.admin.request(unitFolderRoutes.change, { body: { target: 'disk', folder: '', disk: 'absent' } })
  expect(noDisk).toMatchObject({ status: 409, body: { code: 'units.diskAbsent' } })

  const form = { name: 'Water', isShared: 'true', allowsPostByAnyUser: 'true' }
  const feed = await hall.admin.fetch(feedRoutes.create, { form })
  await post(hall, feed.id, 'Water at 10')
  for (const unit of [hall, gym]) expect(await choose(unit, folder)).toMatchObject({ status: 200 })
  for (const unit of [hall, gym]) await look(unit)
  expect(await textsOf(gym, feed.id)).toEqual(['Water at 10'])
  await post(gym, feed.id, 'Thank you')
  for (const unit of [gym, hall, gym]) await look(unit)
  expect(await textsOf(hall, feed.id)).toEqual(['Thank you', 'Water at 10'])
  const { units } = await gym.admin.fetch(unitRoutes.read)
  expect(units.find(({ name }) => name === 'Hall')).toMatchObject({ toCarry: 0 })
  expect(await stateOf(hall)).toMatchObject({
    readAt: expect.any(String) as string,
    writtenAt: expect.any(String) as string,
    refused: [],
  })

  // Without a change, nothing is written. Damaged files are named, and those of other units are not read.
  const own = `noroshi-${await hall.unitId()}-${await gym.unitId()}.age`
  for (const unit of [hall, gym]) await look(unit)
  const { mtimeMs } = await stat(path.join(folder, own))
  await writeBytes(path.join(folder, 'damaged.age'), 'damaged')
  await writeBytes(path.join(folder, own.replace(/.{5}(?=\.age)/, '00000')), 'of others')
  await look(hall)
  expect((await stat(path.join(folder, own))).mtimeMs).toBe(mtimeMs)
  expect(await stateOf(hall)).toMatchObject({ refused: ['damaged.age'], problem: null })

  // A file that may not be read stops no other one, nor do many of other units.
  const fromGym = path.join(folder, `noroshi-${await gym.unitId()}-${await hall.unitId()}.age`)
  await post(gym, feed.id, 'Full again')
  await look(gym)
  await rename(fromGym, path.join(folder, 'z-other.age'))
  await writeBytes(fromGym, 'of another user')
  await chmod(fromGym, 0)
  const others = Array.from({ length: 1001 }, () => `noroshi-${crypto.randomUUID()}-${crypto.randomUUID()}.age`)
  await Promise.all(others.map((name) => writeBytes(path.join(folder, name), '')))
  await post(hall, feed.id, 'At 12 too')
  await look(hall)
  expect(await textsOf(hall, feed.id)).toContain('Full again')
  expect((await stat(path.join(folder, own))).mtimeMs).toBeGreaterThan(mtimeMs)
  expect(await stateOf(hall)).toMatchObject({ refused: ['damaged.age', path.basename(fromGym)], unread: 0, problem: null })
  await rm(fromGym)

  // A file that cannot be replaced is named.
  await rm(path.join(folder, own))
  await mkdir(path.join(folder, own))
  await look(hall)
  expect(await stateOf(hall)).toMatchObject({ problem: 'folderUnexpected', detail: expect.stringContaining(own) as string })
  await rm(path.join(folder, own), { recursive: true })
  await look(hall)
  expect(await stateOf(hall)).toMatchObject({ problem: null, detail: null })
  expect(await readdir(folder)).toContain(own)

  // While another process of the server writes there, this one does not.
  await rm(path.join(folder, own))
  await withFolderLock(hall.server.db, () => look(hall))
  expect(await readdir(folder)).not.toContain(own)
  await look(hall)
  expect(await readdir(folder)).toContain(own)

  // The disk is taken out, and comes back.
  await rename(folder, `${folder}-away`)
  await look(hall)
  expect(await stateOf(hall)).toMatchObject({ problem: 'folderGone', refused: ['damaged.age'] })
  await rename(`${folder}-away`, folder)
  await look(hall)
  expect(await stateOf(hall)).toMatchObject({ problem: null })

  await choose(hall, '')
  await rm(path.join(folder, own))
  await look(hall)
  expect(await readdir(folder)).not.toContain(own)
  expect(await stateOf(hall)).toMatchObject({ settings: { target: 'off', folder: '' }, readAt: null, problem: null, refused: [] })
})

test('a file that others swap, extend or keep is unreadable and delays no other one', async () => {
  await using hall = await openHall('Hall')
  await using opened = await openFolder()
  const { folder } = opened
  const at = (name: string) => path.join(folder, name)
  await writeBytes(at('whole.age'), '0123456789')
  await writeBytes(at('grown.age'), '0123456789 and more')
  await symlink('/dev/zero', at('linked.age'))
  execFileSync('mkfifo', [at('pipe.age')])
  const folders = new UnitFolders(hall.server.deps)
  using given = await folders.open({ target: 'folder', folder, disk: '' })
  expect((await given.list()).map(({ name }) => name).toSorted()).toEqual(['grown.age', 'whole.age'])
  expect(Buffer.from((await given.read('whole.age', 10)) ?? '').toString()).toBe('0123456789')
  for (const name of ['grown.age', 'linked.age', 'pipe.age']) expect(await given.read(name, 10), name).toBe('unreadable')
  expect(await given.read('absent.age', 10)).toBeNull()

  // The unfinished file of a killed process is deleted. A link is replaced, and its target is kept.
  await writeBytes(at('whole.age.1.new'), 'cut off')
  await given.write('linked.age', Buffer.from('written'))
  await given.write('whole.age', Buffer.from('written'))
  expect((await readdir(folder)).toSorted()).toEqual(['grown.age', 'linked.age', 'pipe.age', 'whole.age'])
  expect((await stat(at('linked.age'))).mode & 0o777).toBe(0o644)
})

test('a process that does not start takes no place of later ones', async () => {
  await using hall = await openHall('Hall')
  await using opened = await openFolder()
  const errors: unknown[] = []
  const folders = new UnitFolders({ ...hall.server.deps, logError: (error) => errors.push(error) })
  const settings = { target: 'folder', folder: opened.folder, disk: '' } as const
  const { execPath } = process
  process.execPath = path.join(opened.folder, 'absent')
  try {
    for (let count = 0; count < 3; count += 1)
      await expect(folders.open(settings)).rejects.toMatchObject({ problem: 'folderFailed' })
  } finally {
    process.execPath = execPath
  }
  expect(errors).toHaveLength(3)
  using folder = await folders.open(settings)
  expect(await folder.list()).toEqual([])
})
