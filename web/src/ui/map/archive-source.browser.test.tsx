import { EtagMismatch } from 'pmtiles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ArchiveVersion, dataHandle, deleteOthers, recordHandle } from '../../platform/map-files/map-disk.ts'
import { ArchiveSource } from './archive-source.ts'

const write = async (handle: FileSystemFileHandle, content: string) => {
  const writable = await handle.createWritable()
  await writable.write(content)
  await writable.close()
}

async function store(version: ArchiveVersion, content: string, isComplete = true) {
  await write(await dataHandle(version), content)
  if (isComplete) await write(await recordHandle(version), String(content.length))
}

const streets = () => new ArchiveSource('streets', 'new', '/streets')
const read = async (source: ArchiveSource, etag?: string) => {
  const { data, etag: readEtag } = await source.getBytes(0, 5, undefined, etag)
  return [new TextDecoder().decode(data), readEtag]
}
const serve = async () => new Response('serve', { status: 206, headers: { etag: '"new"' } })

beforeEach(() => deleteOthers([]))
afterEach(() => vi.unstubAllGlobals())

test('the stored file of the version is read without the server', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await store({ archive: 'streets', tag: 'old' }, 'older streets')
  await store({ archive: 'streets', tag: 'new' }, 'newer streets')
  expect(await read(streets())).toEqual(['newer', '"new"'])
})

test('while a new version is downloaded, it is read from the server, and without the server the older file is read', async () => {
  await store({ archive: 'streets', tag: 'old' }, 'older streets')
  await store({ archive: 'streets', tag: 'new' }, 'ne', false)
  const source = streets()
  vi.stubGlobal('fetch', serve)
  expect(await read(source)).toEqual(['serve', '"new"'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  // The reader of the archive then reads the directories again.
  await expect(read(source, '"new"')).rejects.toBeInstanceOf(EtagMismatch)
  expect(await read(source)).toEqual(['older', '"old"'])
})

test('without the server and without a complete file a read fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await store({ archive: 'streets', tag: 'new' }, 'ne', false)
  await store({ archive: 'world', tag: 'world' }, 'world')
  await expect(read(streets())).rejects.toThrow('Failed to fetch')
})
