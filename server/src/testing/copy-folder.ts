import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Copies a folder; `cp -a` keeps the owner of PostgreSQL's files. */
export async function copyFolder(source: string, target: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', source, target])
}
