import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of a second in /proc. */
const TICKS = 100

/** Returns the processor time, in seconds, of all processes that this process has started and that still run. */
export function processorSeconds(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf)
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const secondsBelow = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, each) => sum + each.ticks / TICKS + secondsBelow(each.pid), 0)
  return secondsBelow(process.pid)
}

function statOf(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program, in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return [] // it has ended
  }
}
