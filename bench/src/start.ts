import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clock, median, spread } from './load/figures.ts'

// Measures the time from a fresh clone to /readyz, a second start, and the memory of the idle server.
// Usage: npm run start -w bench
const root = path.resolve(import.meta.dirname, '../..')
const PORT = 3971
const SECOND_STARTS = 5
/** Seconds that the server idles before its memory is read. */
const IDLE = 20

const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-start-'))
const clone = path.join(folder, 'noroshi')
execFileSync('git', ['clone', '--quiet', root, clone])

const first = await start()
console.log(`fresh clone to /readyz (npm cache as it is)   ${(first.took / 1000).toFixed(1)} s`)
await stop(first.child)

const secondStarts: number[] = []
let memory = 0
for (let round = 0; round < SECOND_STARTS; round++) {
  const { child, took } = await start()
  secondStarts.push(took / 1000)
  if (round === SECOND_STARTS - 1) {
    await sleep(IDLE * 1000)
    memory = residentMegabytes(Number.parseInt(readFileSync(path.join(clone, 'data/server.pid'), 'utf8'), 10))
  }
  await stop(child)
}
console.log(`second npm start to /readyz                   ${spread(secondStarts, 's')}`)
console.log(`of which node's own start and npm             ${(median(bareStarts()) / 1000).toFixed(1)} s`)
console.log(`memory of the server, idle for ${IDLE} s           ${memory.toFixed(0)} MB (without PostgreSQL)`)
rmSync(folder, { recursive: true, force: true })

/** The lower limit: the time for npm to start an empty Node process in the same clone. */
function bareStarts(): number[] {
  return Array.from({ length: SECOND_STARTS }, () => {
    const from = clock()
    execFileSync('npm', ['exec', '--', 'node', '-e', '0'], { cwd: clone, stdio: 'ignore' })
    return clock() - from
  })
}

async function start(): Promise<{ child: ChildProcess; took: number }> {
  const from = clock()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, PORT: String(PORT), HOST: '127.0.0.1' },
    stdio: 'ignore',
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await sleep(20)
  }
  return { child, took: clock() - from }
}

function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${PORT}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
}
