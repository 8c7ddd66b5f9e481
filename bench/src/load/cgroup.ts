import { existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The hierarchies of cgroup v1 that are used: limits of the processor and of the memory, and accounts of both and of the disk. */
const CONTROLLERS = ['cpu', 'cpuacct', 'memory', 'blkio'] as const
const ROOT = '/sys/fs/cgroup'
const PERIOD_US = 100_000
/** Bytes a second above any disk. The kernel counts the bytes of a group only for a disk that has a limit. */
const DISK_LIMIT = 1e12
/** Attempts to remove a group, whose last processes are ending. */
const REMOVALS_MAX = 50

/** The present use of a group: bytes, and seconds of a processor. */
export interface GroupUsage {
  readonly anonymous: number
  /** Shared buffers of PostgreSQL. */
  readonly shared: number
  readonly kernel: number
  readonly pageCache: number
  readonly processorSeconds: number
  /** Seconds for which its processes waited for the next period, over all threads. */
  readonly throttledSeconds: number
  /**
   * Bytes that its processes have given to the disks, also by fsync. What the kernel writes later, such as its journal, is
   * not counted. NaN: the temporary folder is not on a disk.
   */
  readonly written: number
  /** Processes that the kernel has killed because of the limit of the memory. */
  readonly killed: number
}

/** A control group of its own that limits the processes which are started in it. */
export interface ControlGroup {
  /** A program with arguments that runs the program after it in the group. */
  readonly prefix: readonly string[]
  pids(): number[]
  usage(): GroupUsage
  remove(): Promise<void>
}

/** @returns null if this machine has no cgroup v1 for these limits (most systems with systemd have only v2), or no right to it */
export function createControlGroup(cores: number, memoryBytes: number): ControlGroup | null {
  if (!CONTROLLERS.every((name) => existsSync(path.join(ROOT, name, 'cgroup.procs'))) || process.getuid?.() !== 0) return null
  // Some systems have cpu and cpuacct in one folder.
  const folderOf = (name: (typeof CONTROLLERS)[number]) => path.join(ROOT, name, `noroshi-bench-${process.pid}`)
  const folders = CONTROLLERS.map(folderOf)
  const read = (controller: (typeof CONTROLLERS)[number], file: string) =>
    readFileSync(path.join(folderOf(controller), file), 'utf8')
  const number = (controller: (typeof CONTROLLERS)[number], file: string, name: string) =>
    Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(read(controller, file))?.[1] ?? Number.NaN)

  for (const folder of folders) mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folderOf('cpu'), 'cpu.cfs_period_us'), String(PERIOD_US))
  writeFileSync(path.join(folderOf('cpu'), 'cpu.cfs_quota_us'), String(PERIOD_US * cores))
  writeFileSync(path.join(folderOf('memory'), 'memory.limit_in_bytes'), String(memoryBytes))
  const disk = diskOf(tmpdir())
  if (disk !== null) writeFileSync(path.join(folderOf('blkio'), 'blkio.throttle.write_bps_device'), `${disk} ${DISK_LIMIT}`)
  const enter = folders.map((folder) => `echo $$ > ${folder}/cgroup.procs`).join(' && ')
  return {
    prefix: ['sh', '-c', `${enter} && exec "$@"`, 'sh'],
    pids: () => read('memory', 'cgroup.procs').split('\n').filter(Boolean).map(Number),
    usage: () => {
      const shared = number('memory', 'memory.stat', 'shmem')
      return {
        anonymous: number('memory', 'memory.stat', 'rss'),
        shared,
        kernel: Number(read('memory', 'memory.kmem.usage_in_bytes')),
        pageCache: number('memory', 'memory.stat', 'cache') - shared,
        processorSeconds: Number(read('cpuacct', 'cpuacct.usage')) / 1e9,
        throttledSeconds: number('cpu', 'cpu.stat', 'throttled_time') / 1e9,
        written:
          disk === null
            ? Number.NaN
            : Number(new RegExp(`^${disk} Write (\\d+)$`, 'm').exec(read('blkio', 'blkio.throttle.io_service_bytes'))?.[1] ?? 0),
        killed: number('memory', 'memory.oom_control', 'oom_kill'),
      }
    },
    async remove() {
      for (const folder of folders) await removeGroup(folder)
    },
  }
}

/** Returns the numbers of the disk that has a folder, such as `8:0`. @returns null for a file system without a disk */
function diskOf(folder: string): string | null {
  const { dev } = statSync(folder)
  const device = `/sys/dev/block/${Math.floor(dev / 256) % 4096}:${dev % 256}`
  if (!existsSync(device)) return null
  const isPartition = existsSync(path.join(device, 'partition'))
  return readFileSync(path.join(realpathSync(device), isPartition ? '../dev' : 'dev'), 'utf8').trim()
}

async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 1; existsSync(folder); attempt++)
    try {
      rmdirSync(folder)
    } catch (error) {
      if (attempt === REMOVALS_MAX) throw error
      await sleep(100)
    }
}
