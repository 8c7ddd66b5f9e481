import { readFileSync } from 'node:fs'

/** A process, with the bytes of memory that it uses: its own ones, and its part of those that several share. */
export interface ProcessUsage {
  /** The kind of the process: `server`, `PostgreSQL`, or the file of a child of the server. */
  readonly kind: string
  readonly memory: number
}

/** Returns what these processes use now. Those that have ended are left out. */
export const usageOfProcesses = (pids: readonly number[]): ProcessUsage[] => pids.flatMap(usageOf)

function usageOf(pid: number): ProcessUsage[] {
  try {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
    const memory = Number(/^Pss:\s+(\d+)/m.exec(read('smaps_rollup'))?.[1] ?? 0) * 1024
    return [{ kind: read('comm').startsWith('postgres') ? 'PostgreSQL' : kindOf(read('cmdline')), memory }]
  } catch {
    return [] // it has ended
  }
}

function kindOf(commandLine: string): string {
  const file = /[\w-]+\.ts/.exec(commandLine)?.[0] ?? commandLine.replaceAll('\0', ' ').slice(0, 40)
  return file === 'main.ts' ? 'server' : file
}
