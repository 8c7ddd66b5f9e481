import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOMAIN, XmppWriter } from './xmpp.ts'

/** Where Prosody keeps its archive: in files, which it never syncs to the disk, or in SQLite, which syncs each commit. */
export const ARCHIVES = ['internal', 'sql'] as const
type Archive = (typeof ARCHIVES)[number]

const PASSWORD = 'correct horse battery'
/** Milliseconds that its start may take. */
const START = 15_000

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Whether Debian's Prosody is here, and for SQLite its driver. */
export const hasProsody = (archive: Archive): boolean =>
  runs('sh', '-c', 'command -v prosody') && (archive === 'internal' || runs('lua5.4', '-e', 'require "dbd.sqlite3"'))

/** A Prosody of our own, on loopback and in a folder that goes with it: people in pairs, every message archived for both. */
export interface Prosody {
  /** The next message of the writer at this place, until it is taken. */
  writes(place: number, words: string): Promise<void>
  /** @throws where an archive holds less than what was taken. */
  stop(): Promise<void>
}

export async function startProsody(archive: Archive, pairs: number): Promise<Prosody> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-prosody-'))
  const port = await freePort()
  const accounts = path.join(folder, DOMAIN, 'accounts')
  mkdirSync(accounts, { recursive: true })
  for (let place = 0; place < pairs; place += 1)
    for (const name of [`from${place}`, `to${place}`])
      writeFileSync(path.join(accounts, `${name}.dat`), `return { ["password"] = "${PASSWORD}"; };`)
  const config = path.join(folder, 'prosody.cfg.lua')
  writeFileSync(config, configOf(folder, port, archive))
  const server = spawn('prosody', ['-F', '--config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  await untilListening(server, port)
  const writers = await Promise.all(
    Array.from({ length: pairs }, (_, place) => XmppWriter.signedIn(port, `from${place}`, PASSWORD)),
  )
  const taken = writers.map(() => 0)
  return {
    async writes(place, words) {
      await writers[place]?.writes(`to${place}`, words)
      taken[place] = (taken[place] ?? 0) + 1
    },
    async stop() {
      const archived = await Promise.all(writers.map((writer) => writer.archived()))
      for (const writer of writers) writer.ends()
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
      const lost = archived.findIndex((count, place) => count !== taken[place])
      if (lost >= 0) throw new Error(`of ${taken[lost]} messages Prosody archived ${archived[lost]}`)
    },
  }
}

/** Nothing but what the comparison needs: signing in, acknowledgements, the archive. */
const configOf = (folder: string, port: number, archive: Archive) => `
run_as_root = true
daemonize = false
pidfile = "${folder}/prosody.pid"
data_path = "${folder}"
log = { error = "*console" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
modules_enabled = { "saslauth", "posix", "smacks", "mam" }
modules_disabled = { "s2s", "offline" }
default_archive_policy = true
archive_expires_after = "never"
storage_archive_item_limit = 10000000
storage = { archive = "${archive}" }
sql = { driver = "SQLite3", database = "${folder}/archive.sqlite" }
VirtualHost "${DOMAIN}"
`

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP
  server.close()
  await once(server, 'close')
  return port
}

async function untilListening(server: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + START; Date.now() < until && server.exitCode === null; await sleep(100)) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isThere) return
  }
  server.kill('SIGKILL')
  throw new Error('Prosody did not start')
}
