import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

// `npm run dev`: the server on the demo, which starts again after a change, and Vite, which replaces changed modules in
// open pages. `DATABASE_URL` names another PostgreSQL than the embedded one, which runs on Linux only.
const root = path.resolve(import.meta.dirname, '..')
const { PORT = '3000', DATA_DIR = path.join(root, 'data/development') } = process.env
const env = { ...process.env, PORT, DATA_DIR, HOST: '127.0.0.1', HTTPS: 'no' }

const run = (...args: string[]) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
const processes = [
  run('--watch', '--watch-preserve-output', 'server/src/main.ts', '--demo-once'),
  run('node_modules/vite/bin/vite.js', 'web', '--host', '127.0.0.1'),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
for (const each of processes) each.once('exit', () => void stop())

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
