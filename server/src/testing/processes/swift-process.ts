import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { S3mini } from 's3mini'
import { killNow, whenWritten } from './child-process.ts'

const PROGRAM = path.resolve(import.meta.dirname, 'swift-server.py')
const BUCKET = 'noroshi'

/** Debian's OpenStack Swift with its S3 interface and one bucket, which a test may stop and start again with its data. */
export class SwiftProcess implements AsyncDisposable {
  /** S3_URL without a prefix. */
  readonly url: string
  /** A client of the bucket. */
  readonly client: S3mini
  readonly #folder: string
  readonly #port: number
  #child: ChildProcess | null = null

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    this.url = `http://test%3Atester:testing@127.0.0.1:${port}/${BUCKET}`
    const endpoint = `http://127.0.0.1:${port}/${BUCKET}`
    this.client = new S3mini({ endpoint, region: 'us-east-1', accessKeyId: 'test:tester', secretAccessKey: 'testing' })
  }

  /** Starts it on a free port and creates the bucket. */
  static async start(): Promise<SwiftProcess> {
    const swift = new SwiftProcess(await mkdtemp(path.join(tmpdir(), 'noroshi-swift-')), await freePort())
    await swift.restart()
    await swift.client.createBucket()
    return swift
  }

  async restart(): Promise<void> {
    // Debian's Python has the packages of Swift. Swift ends with this process, which has the other end of its standard input.
    const child = spawn('/usr/bin/python3', [PROGRAM, this.#folder, String(this.#port)], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.#child = child
    await whenWritten(child, 'ready', 'are the swift packages of Debian installed?')
  }

  /** Stops it at once, also in the middle of a request. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child !== null) await killNow(child)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Returns a port of 127.0.0.1 that no process listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo // it listens on TCP
  probe.close()
  return port
}
