import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { CommandError } from '#/command-error.ts'

/** The file that makes a folder a backup. It is written last. */
export const MANIFEST = 'manifest.json'
/** Lists the SHA-256 of every other file, in the format of `sha256sum`. */
export const CHECKSUMS = 'checksums.txt'
const FORMAT = 1

/** Names are parts of SQL statements and of paths. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().nonnegative()

const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Time of the snapshot, ISO 8601. */
  takenAt: z.iso.datetime(),
  /** The applied migrations. `checksum` is null where the version of the server stored none. */
  migrations: z.array(z.strictObject({ name: z.string().regex(/^[\w.-]+\.sql$/), checksum: z.string().nullable() })),
  /** The tables with the columns of their files. */
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name), rows: Count })),
  /** The sequences of identity columns, with `last_value` and `is_called` of PostgreSQL. */
  sequences: z.array(z.strictObject({ name: Name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  /** Number and bytes of the uploaded files. */
  files: z.strictObject({ count: Count, bytes: Count }),
  /** Uploaded files were in S3 and are not in the backup. */
  hasFilesInS3: z.literal(true).optional(),
  /** Keys of uploaded files that the database names and that did not exist. */
  missing: z.array(z.string()),
  /** SHA-256 of the list of checksums. */
  checksums: Hash,
})
export type Manifest = z.infer<typeof Manifest>

/** The manifest is stored with its own hash. */
const Stored = z.strictObject({ sha256: Hash, manifest: z.unknown() })

/** Returns the text of the manifest. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ sha256: hashOf(JSON.stringify(manifest)), manifest }, null, 1)}\n`

/** Returns the text of the list of checksums. */
export const checksumsText = (checksums: ReadonlyMap<string, string>): string =>
  [...checksums].map(([file, hash]) => `${hash}  ${file}\n`).join('')

/** Returns the path of a table's file in a backup. */
export const tableFile = (name: string): string => `tables/${name}.copy.zst`

/** The paths of a backup: tables, uploaded files and keys. */
const PATHS = /^(?:tables\/[a-z0-9_]+\.copy\.zst|files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}|tls\/[\w-][\w.-]*)$/

/**
 * Reads the manifest and the list of checksums.
 * @throws CommandError when the folder has no backup, when one of both is damaged, or when a newer version wrote them
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; checksums: Map<string, string> }> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new CommandError(`${folder} is no complete backup: it has no ${MANIFEST}.`)
  })
  const manifest = parseManifest(text)
  const list = await readFile(path.join(folder, CHECKSUMS), 'utf8').catch(() => '')
  if (hashOf(list) !== manifest.checksums) throw new CommandError(damaged(CHECKSUMS))
  const checksums = new Map(list.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])))
  for (const file of checksums.keys()) if (!PATHS.test(file)) throw new CommandError(damaged(CHECKSUMS))
  return { manifest, checksums }
}

function parseManifest(text: string): Manifest {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    throw new CommandError(damaged(MANIFEST))
  }
  const outer = Stored.safeParse(stored)
  if (!outer.success || hashOf(JSON.stringify(outer.data.manifest)) !== outer.data.sha256)
    throw new CommandError(damaged(MANIFEST))
  const inner = Manifest.safeParse(outer.data.manifest)
  if (inner.success) return inner.data
  throw new CommandError('A newer version of Noroshi wrote this backup. Install that version and restore again.')
}

/** Returns the line for a damaged file of a backup. */
export const damaged = (file: string): string => `The backup is damaged: ${file}. Nothing was restored.`

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
