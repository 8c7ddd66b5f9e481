import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { copyFolder } from './copy-folder.ts'

/** Makes a data directory with the database of an empty server, which starts sooner than a new one. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  await copyFolder(path.join(inject('preparedDataDir'), 'postgres'), path.join(dataDir, 'postgres'))
  return dataDir
}
