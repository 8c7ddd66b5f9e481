import { setTimeout as sleep } from 'node:timers/promises'
import { type ControlGroup, createControlGroup, type GroupUsage } from './cgroup.ts'
import { usageOfProcesses } from './process-usage.ts'
import { type RunningServer, startServer } from './server.ts'

/** The processor and the memory of a computer for a hundred euros. */
const CORES = 1
const MEMORY_BYTES = 2 ** 30
export const MB = 2 ** 20
const SAMPLE_EVERY_MS = 1000

/** Runs `measure` with a server whose processes, PostgreSQL included, are limited to the box. @returns false if they cannot be limited */
export async function inBox(measure: (server: RunningServer, group: ControlGroup) => Promise<void>): Promise<boolean> {
  const group = createControlGroup(CORES, MEMORY_BYTES)
  if (group === null) return false
  let server: RunningServer | null = null
  const clean = async () => {
    await server?.stop()
    for (const pid of group.pids()) process.kill(pid, 'SIGKILL') // PostgreSQL of a server that the kernel has killed
    await group.remove()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(1)))
  try {
    // The recogniser is not in the box.
    server = await startServer({ SPEECH_URL: 'http://127.0.0.1:9', SPEECH_SECRET: 'unreachable on purpose' }, [], group.prefix)
    await measure(server, group)
  } finally {
    await clean()
  }
  return true
}

/** Reads once a second what a group uses. */
export class Samples {
  readonly #first: GroupUsage
  readonly #group: ControlGroup
  readonly #startedAt = performance.now()
  #isEnded = false
  readonly #running: Promise<void>
  /** Max bytes without the page cache, and with it. */
  peak = { own: 0, all: 0 }
  /** Max bytes by what uses them. */
  readonly peaks = new Map<string, number>()

  constructor(group: ControlGroup) {
    this.#group = group
    this.#first = group.usage()
    this.#running = this.#run()
  }

  /** Ends the readings. @returns the use of the processor since the first reading, and the seconds since then */
  async end() {
    this.#isEnded = true
    await this.#running
    const last = this.#group.usage()
    return {
      seconds: (performance.now() - this.#startedAt) / 1000,
      processorSeconds: last.processorSeconds - this.#first.processorSeconds,
      throttledSeconds: last.throttledSeconds - this.#first.throttledSeconds,
      killed: last.killed,
      written: last.written - this.#first.written,
    }
  }

  async #run(): Promise<void> {
    while (!this.#isEnded) {
      this.#read()
      await sleep(SAMPLE_EVERY_MS)
    }
    this.#read()
  }

  #read(): void {
    const { anonymous, shared, kernel, pageCache } = this.#group.usage()
    const own = anonymous + shared + kernel
    this.peak = { own: Math.max(this.peak.own, own), all: Math.max(this.peak.all, own + pageCache) }
    const usages = usageOfProcesses(this.#group.pids())
    for (const [kind, some] of Map.groupBy(usages, (usage) => usage.kind)) {
      const bytes = some.reduce((sum, { memory }) => sum + memory, 0)
      this.peaks.set(kind, Math.max(this.peaks.get(kind) ?? 0, bytes))
    }
  }
}
