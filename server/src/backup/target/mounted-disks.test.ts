import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mountedDisks } from './mounted-disks.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'noroshi-disks-'))
  await mkdir(at('labels'))
  await mkdir(at('udev'))
})
afterEach(() => rm(folder, { recursive: true }))
const files = () => ({ labels: at('labels'), mounts: at('mounts'), udev: at('udev') })

const MOUNTS = `22 1 8:2 / / rw,relatime - ext4 /dev/sda2 rw
30 22 8:17 / /media/usb\\040stick rw,nosuid shared:1 - vfat /dev/sdb1 rw
31 22 8:17 /sub /srv/bound rw - vfat /dev/sdb1 rw
32 22 8:33 / /mnt/archive rw - ext4 /dev/sdc1 rw
33 22 0:40 / /run rw - tmpfs tmpfs rw
`

test('mounted disks are found by the labels of /dev, and of udev where a service has no /dev/disk', async () => {
  await writeFile(at('mounts'), MOUNTS)
  await symlink('../../sdb1', at('labels/BACKUP\\x20\u5099\u84C4'))
  await symlink('../../sdd1', at('labels/absent'))
  await writeFile(at('udev/b8:33'), 'E:ID_FS_TYPE=ext4\nE:ID_FS_LABEL_ENC=archive\\x202\\xe9\\x98\\xb2\n')
  expect(await mountedDisks(files())).toEqual([
    { label: 'BACKUP \u5099\u84C4', mountPoint: '/media/usb stick' },
    { label: 'archive 2\u9632', mountPoint: '/mnt/archive' },
  ])
})

test('without the files of the system no disk is found', async () => {
  expect(await mountedDisks({ labels: at('no'), mounts: at('no'), udev: at('no') })).toEqual([])
})
