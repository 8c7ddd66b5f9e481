import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const CONFIG = path.resolve(import.meta.dirname, '../../../../deploy/coturn.conf')

/** A running TURN server of Debian's package coturn, with the configuration of the product. */
export interface Coturn extends AsyncDisposable {
  readonly port: number
  /** The values of the settings TURN_URL and TURN_SECRET. */
  readonly environment: { readonly TURN_URL: string; readonly TURN_SECRET: string }
}

/**
 * Starts coturn on the loopback address.
 * @param options more options of turnserver, such as `--allowed-peer-ip=127.0.0.1`
 */
export async function startCoturn(options: readonly string[] = []): Promise<Coturn> {
  const directory = await mkdtemp(path.join(tmpdir(), 'noroshi-turn-'))
  const port = await freePort()
  const environment = { TURN_URL: `turn:127.0.0.1:${port}?transport=udp`, TURN_SECRET: 'a secret of the tests' }
  const child = spawn('turnserver', [
    '-c',
    CONFIG,
    `--listening-port=${port}`,
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    `--static-auth-secret=${environment.TURN_SECRET}`,
    `--pidfile=${directory}/pid`,
    `--userdb=${directory}/db`,
    '--log-file=stdout',
    '--simple-log',
    '--verbose',
    ...options,
  ])
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      if (/UDP listener opened/i.test(output)) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`turnserver ended with ${code}: ${output}`)))
  })
  return {
    port,
    environment,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
