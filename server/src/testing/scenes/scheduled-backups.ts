import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { type BackupRun, backupRoutes, type BackupSettingsForm } from '@noroshi/contract/backups/backups.http'
import { startTestServer, type TestServer, type TestUser } from '../test-server.ts'
import { picture } from './pictures.ts'

/** A server with an uploaded file, whose administrator backs up to a folder that is new for each test. */
export class BackupScene {
  readonly at: (name: string) => string
  readonly noroshi: TestServer
  readonly admin: TestUser
  target = ''

  constructor(at: (name: string) => string, noroshi: TestServer, admin: TestUser) {
    this.at = at
    this.noroshi = noroshi
    this.admin = admin
  }

  /** Uploads a picture, which the next backup does not have yet. */
  async sendPicture(width = 90): Promise<void> {
    const { id } = await this.admin.fetch(alertRoutes.raise, { body: { textContent: 'fire' } })
    const files = [{ name: 'bridge.jpg', bytes: await picture(width, 70, 'jpeg') }]
    await this.admin.fetch(alertRoutes.upload, { form: { alertId: id }, files })
  }

  save(change: Partial<BackupSettingsForm> = {}) {
    const rest = { isOn: false, disk: '', time: '03:00', timeZone: 'Asia/Tokyo', keep: 2, passphrase: null }
    return this.admin.request(backupRoutes.change, { body: { ...rest, target: 'folder', folder: this.target, ...change } })
  }

  /** Makes a backup, when the process of the last one has ended, and returns its run. */
  async backUp(): Promise<BackupRun> {
    const start = async () => (await this.admin.request(backupRoutes.start)).status
    await expect.poll(start, { timeout: 30_000 }).toBe(200)
    return this.lastRun()
  }

  /** Returns the last run when it has ended. */
  async lastRun(): Promise<BackupRun> {
    const newest = async () => (await this.admin.fetch(backupRoutes.read)).runs[0]
    await expect.poll(async () => (await newest())?.endedAt ?? null, { timeout: 220_000 }).not.toBeNull()
    const run = await newest()
    if (run === undefined) throw new Error('no run')
    return run
  }

  /** Returns the names of the backups, complete or not. */
  async backups(): Promise<string[]> {
    return (await readdir(this.target)).filter((name) => name.startsWith('noroshi-0')).toSorted()
  }

  /** Returns the paths of the uploaded files in the target. */
  async pooled(): Promise<string[]> {
    const names = await readdir(path.join(this.target, 'files'), { recursive: true })
    return names.filter((name) => /[0-9a-f]{32}/.test(name)).toSorted()
  }
}

/** Starts the server of a file of tests. @param settings returns further settings */
export function scheduledBackups(settings: () => Promise<Record<string, string>> = async () => ({})): {
  readonly scene: BackupScene
} {
  let folder: string
  let scene: BackupScene
  const at = (name: string) => path.join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'noroshi-scheduled-'))
    const noroshi = await startTestServer({ DATA_DIR: at('data'), HTTPS: 'auto', HTTPS_PORT: '0', ...(await settings()) })
    scene = new BackupScene(at, noroshi, await noroshi.admin('Aiko'))
    await scene.sendPicture()
  }, 60_000)
  beforeEach(async () => {
    scene.target = await mkdtemp(at('target-'))
  })
  afterAll(async () => {
    await scene.noroshi[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    get scene() {
      return scene
    },
  }
}

/** Changes one bit in the middle of a file. */
export async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file)
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(file, bytes)
}
