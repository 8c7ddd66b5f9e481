/** Stores an archive of the map, part by part. Only workers can write files of the private file system in place. */
import { dataHandle, recordHandle, tagOfEtag } from './map-disk.ts'
import type { Download, DownloadReport, DownloadRequest } from './map-download-messages.ts'

/** Bytes of one range request. It is small, so that requests of the page, such as an SOS, are not delayed. */
const PART_BYTES = 1024 ** 2

// The types of the global scope are those of a page, not of a worker.
const report = (message: DownloadReport): void => (globalThis as unknown as Worker).postMessage(message)

class OtherVersion extends Error {}

const stop = new AbortController()

/** The synchronous access handle, which only workers have. The types of a page do not declare it. */
interface SyncFile {
  getSize(): number
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}
type WorkerHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> }

async function fetchPart({ url, tag }: Download, first: number, last: number): Promise<Uint8Array> {
  const { signal } = stop
  const headers = { range: `bytes=${first}-${last}` }
  const response = await fetch(url, { headers, cache: 'no-store', priority: 'low', signal })
  if (response.status === 404 || response.status === 416) throw new OtherVersion()
  if (response.status !== 206) throw new Error(`${url} was answered with ${response.status}`)
  if (tagOfEtag(response.headers.get('etag')) !== tag) throw new OtherVersion()
  const part = new Uint8Array(await response.arrayBuffer())
  if (part.byteLength !== last - first + 1) throw new Error(`${url} was answered with another range`)
  return part
}

async function writeFile(handle: FileSystemFileHandle, write: (file: SyncFile) => Promise<void>): Promise<void> {
  const file = await (handle as WorkerHandle).createSyncAccessHandle()
  try {
    await write(file)
  } finally {
    file.close()
  }
}

async function download(wanted: Download): Promise<void> {
  const { bytes } = wanted
  await writeFile(await dataHandle(wanted), async (file) => {
    if (file.getSize() > bytes) file.truncate(0)
    // The last part may be incomplete after a crash of the device.
    let at = Math.max(0, Math.floor(file.getSize() / PART_BYTES) - 1) * PART_BYTES
    while (at < bytes) {
      const part = await fetchPart(wanted, at, Math.min(at + PART_BYTES, bytes) - 1)
      file.write(part, { at })
      file.flush()
      at += part.byteLength
      report({ kind: 'part', bytes: at })
    }
    file.truncate(bytes)
    file.flush()
  })
  await writeFile(await recordHandle(wanted), async (file) => {
    file.truncate(0)
    file.write(new TextEncoder().encode(String(bytes)), { at: 0 })
    file.flush()
  })
}

globalThis.onmessage = ({ data }: MessageEvent<DownloadRequest>) => {
  if (data === 'stop') return stop.abort()
  download(data).then(
    () => report({ kind: 'done' }),
    (error: unknown) => {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      report({ kind: error instanceof OtherVersion ? 'changed' : isFull ? 'noRoom' : 'interrupted' })
    },
  )
}
