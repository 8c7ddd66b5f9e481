import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOMAIN, XmppWriter } from './xmpp.ts'

/** The storage of Prosody's archive: files, which it never syncs to the disk, or SQLite, which syncs each commit. */
export const ARCHIVES = ['internal', 'sql'] as const
type Archive = (typeof ARCHIVES)[number]

const PASSWORD = 'correct horse battery'
/** Max milliseconds of the start. */
const START_TIMEOUT = 15_000

const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Whether Debian's Prosody is installed, with the driver if the archive is SQLite. */
export const hasProsody = (archive: Archive): boolean =>
  runs('sh', '-c', 'command -v prosody') && (archive === 'internal' || runs('lua5.4', '-e', 'require "dbd.sqlite3"'))

/** A Prosody process on loopback with a temporary folder and pairs of users. Each message is archived for both users. */
export interface Prosody {
  /** Sends the next message of the writer with this index and waits for the acknowledgement. */
  send(index: number, text: string): Promise<void>
  /** @throws if an archive has fewer messages than were acknowledged. */
  stop(): Promise<void>
}

export async function startProsody(archive: Archive, pairs: number): Promise<Prosody> {
  const folder = mkdtempSync(path.join(tmpdir(), 'noroshi-prosody-'))
  const port = await freePort()
  const accounts = path.join(folder, DOMAIN, 'accounts')
  mkdirSync(accounts, { recursive: true })
  for (let index = 0; index < pairs; index += 1)
    for (const name of [`from${index}`, `to${index}`])
      writeFileSync(path.join(accounts, `${name}.dat`), `return { ["password"] = "${PASSWORD}"; };`)
  const config = path.join(folder, 'prosody.cfg.lua')
  writeFileSync(config, configOf(folder, port, archive))
  const server = spawn('prosody', ['-F', '--config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  await waitUntilListening(server, port)
  const writers = await Promise.all(
    Array.from({ length: pairs }, (_, index) => XmppWriter.signIn(port, `from${index}`, PASSWORD)),
  )
  const acknowledged = writers.map(() => 0)
  return {
    async send(index, text) {
      await writers[index]?.send(`to${index}`, text)
      acknowledged[index] = (acknowledged[index] ?? 0) + 1
    },
    async stop() {
      const archived = await Promise.all(writers.map((writer) => writer.countArchived()))
      for (const writer of writers) writer.end()
      server.kill('SIGTERM')
      await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
      const lost = archived.findIndex((count, index) => count !== acknowledged[index])
      if (lost >= 0) throw new Error(`Prosody archived ${archived[lost]} of ${acknowledged[lost]} messages`)
    },
  }
}

/** The configuration of Prosody. It enables only what the comparison needs: sign-in, acknowledgements and the archive. */
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

async function waitUntilListening(server: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + START_TIMEOUT; Date.now() < until && server.exitCode === null; await sleep(100)) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    )
    socket.destroy()
    if (isListening) return
  }
  server.kill('SIGKILL')
  throw new Error('Prosody did not start')
}
