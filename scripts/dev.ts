import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

// `npm run dev`: the server on the demo, which starts again after a change, and Vite, which replaces changed modules in
// open pages. `DATABASE_URL` names another PostgreSQL than the embedded one, which runs on Linux only.
const root = path.resolve(import.meta.dirname, '..')
const { PORT = '3000', DATA_DIR = path.join(root, 'data/development') } = process.env
// The settings of `.env` are those of the unit that runs here. An empty value is none.
const ofUnit = Object.fromEntries(Object.keys(settingsOfUnit()).map((name) => [name, process.env[name] ?? '']))
const env = { ...process.env, ...ofUnit, PORT, DATA_DIR, HOST: '127.0.0.1', HTTPS: 'no' }

const run = (...args: string[]) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
const processes = [
  run('--watch', '--watch-preserve-output', 'server/src/main.ts', '--demo-once'),
  run('node_modules/vite/bin/vite.js', 'web', '--host', '127.0.0.1'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
for (const each of processes) each.once('exit', () => void stop())

function settingsOfUnit(): NodeJS.Dict<string> {
  const file = path.join(root, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Ends both. The server then ends its PostgreSQL. */
async function stop(): Promise<void> {
  await Promise.all(processes.map(endOf))
  process.exit()
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exit
}
