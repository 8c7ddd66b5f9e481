import { readdir, readFile, readlink } from 'node:fs/promises'
import path from 'node:path'

/** A disk that is mounted. */
export interface MountedDisk {
  readonly label: string
  /** The directory where it is mounted. */
  readonly mountPoint: string
}

/** The files of the system that describe disks. A service with private devices has no /dev/disk, but the data of udev. */
export interface SystemFiles {
  readonly labels: string
  readonly mounts: string
  readonly udev: string
}
const SYSTEM: SystemFiles = { labels: '/dev/disk/by-label', mounts: '/proc/self/mountinfo', udev: '/run/udev/data' }

/** Returns the mounted disks that have a label, ordered by it. Nothing is mounted. */
export async function mountedDisks(files: SystemFiles = SYSTEM): Promise<MountedDisk[]> {
  const labelOfDevice = await labelsByDevice(files.labels)
  const disks = new Map<string, MountedDisk>()
  for (const line of (await readFile(files.mounts, 'utf8').catch(() => '')).split('\n')) {
    // 36 35 8:17 / /media/usb rw,noatime shared:1 - ext4 /dev/sdb1 rw
    const [before = '', after = ''] = line.split(' - ')
    const [, , numbers = '', root, mountPoint = ''] = before.split(' ')
    const [, source = ''] = after.split(' ')
    if (root !== '/' || !source.startsWith('/dev/')) continue
    const label = labelOfDevice.get(path.basename(source)) ?? (await labelOfUdev(path.join(files.udev, `b${numbers}`)))
    if (label === null || disks.has(label)) continue
    disks.set(label, { label, mountPoint: unescaped(mountPoint, /\\([0-7]{3})/g, 8) })
  }
  return [...disks.values()].toSorted((a, b) => (a.label < b.label ? -1 : 1))
}

/** Returns the labels by the names of devices, such as `sdb1`. */
async function labelsByDevice(folder: string): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  for (const name of await readdir(folder).catch(() => [])) {
    const device = await readlink(path.join(folder, name)).catch(() => null)
    if (device !== null) labels.set(path.basename(device), unescaped(name, /\\x([0-9a-f]{2})/g, 16))
  }
  return labels
}

async function labelOfUdev(file: string): Promise<string | null> {
  const [, label] = /^E:ID_FS_LABEL_ENC=(.+)$/m.exec(await readFile(file, 'utf8').catch(() => '')) ?? []
  return label === undefined ? null : unescaped(label, /\\x([0-9a-f]{2})/g, 16)
}

/** Replaces the escaped bytes of a name. They are parts of UTF-8. */
const unescaped = (text: string, escape: RegExp, radix: number): string =>
  Buffer.from(
    text.replace(escape, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, radix))),
    /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1',
  ).toString('utf8')
