import type { S3Settings } from '#/s3-settings.ts'
import { S3Objects } from '#/ports/s3-objects.ts'
import { BytesNotFound } from '#/ports/storage.ts'
import { BACKUP_NAME, type BackupStore, FileMissing, type StoreFile } from './backup-store.ts'

/** The objects of backups. The bucket may have others, such as uploaded files. */
const OWN = /^(?:files\/|noroshi-\d)/

/** The folder of a bucket. */
export class S3Store implements BackupStore {
  readonly title: string
  readonly #objects: S3Objects

  constructor(settings: S3Settings) {
    this.title = `S3 ${settings.endpoint}/${settings.prefix}`.replace(/\/$/, '')
    this.#objects = new S3Objects(settings, 'backups can neither be written nor read', () => undefined)
  }

  async write(name: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const untilAborted = async function* () {
      for await (const chunk of source) {
        signal.throwIfAborted()
        yield chunk
      }
    }
    await this.#objects.put(name, untilAborted())
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const bytes = await this.#objects.get(name).catch((error: unknown) => {
      throw error instanceof BytesNotFound ? new FileMissing(name) : error
    })
    yield* bytes
  }

  async list(folder: string): Promise<StoreFile[]> {
    const files: StoreFile[] = []
    for await (const { name, bytes } of this.#objects.list(`${folder}/`)) files.push({ name, bytes })
    return files
  }

  async backups(): Promise<string[]> {
    const names = new Set<string>()
    for await (const { name } of this.#objects.list('noroshi-')) {
      const [folder = '', file] = name.split('/')
      if (file !== undefined && BACKUP_NAME.test(folder)) names.add(folder)
    }
    return [...names]
  }

  async deleteUnfinished(): Promise<void> {
    await this.#objects.deleteIncomplete(new Date(), (name) => OWN.test(name))
  }

  async remove(name: string): Promise<void> {
    await this.#objects.delete(name)
  }

  async removeFolder(folder: string): Promise<void> {
    for (const { name } of await this.list(folder)) await this.#objects.delete(name)
  }

  /** An object is stored when its request has ended. */
  async sync(): Promise<void> {}
}
