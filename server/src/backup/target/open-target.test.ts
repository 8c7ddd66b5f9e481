import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeText } from './backup-store.ts'
import { createOnDisk, openStore } from './open-target.ts'

const modeOf = async (file: string) => ((await stat(file)).mode & 0o7777).toString(8)

test('a backup is for its owner alone; a shared folder is for other servers, whose links are refused', async () => {
  const disk = await mkdtemp(path.join(tmpdir(), 'noroshi-disk-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(disk, { recursive: true, force: true }) }
  const own = process.umask(0) // as the process of the folder
  try {
    const backups = await createOnDisk(disk, { onDisk: 'backups', isShared: false })
    const units = await createOnDisk(disk, { onDisk: 'units', isShared: true })
    expect([await modeOf(backups), await modeOf(units)]).toEqual(['700', '1777'])

    const outside = path.join(disk, 'outside')
    await writeFile(outside, 'kept')
    for (const [folder, isShared] of [
      [backups, false],
      [units, true],
    ] as const) {
      const config = { dataDir: path.join(disk, 'data'), backupS3: null }
      const store = await openStore({ target: 'folder', folder, disk: '' }, config, { onDisk: '', isShared })
      if (isShared) {
        await symlink(outside, path.join(folder, 'file.age.new'))
        await symlink(outside, path.join(folder, 'file.age'))
      }
      await writeText(store, 'file.age', 'bundle', new AbortController().signal)
      expect(await readFile(path.join(folder, 'file.age'), 'utf8')).toBe('bundle')
      expect(await modeOf(path.join(folder, 'file.age'))).toBe(isShared ? '644' : '600')
    }
    expect(await readFile(outside, 'utf8')).toBe('kept')
    expect((await readdir(units)).toSorted()).toEqual(['file.age', 'file.age.new'])

    await mkdir(path.join(disk, 'other'))
    await symlink(path.join(disk, 'other'), path.join(disk, 'linked'))
    await expect(createOnDisk(disk, { onDisk: 'linked', isShared: true })).rejects.toThrow('is not a folder')
    expect(await createOnDisk(disk, { onDisk: 'linked', isShared: false })).toBe(path.join(disk, 'linked'))
  } finally {
    process.umask(own)
  }
})
