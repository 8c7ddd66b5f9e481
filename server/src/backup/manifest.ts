import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CommandError } from '#/command-error.ts'

/** The file that makes a folder a backup. It is written last. */
export const MANIFEST = 'manifest.json'
/** Lists the SHA-256 of every other file, in the format of `sha256sum`. */
export const CHECKSUMS = 'checksums.txt'
/** The secret key of an encrypted backup, encrypted with the passphrase. */
export const KEY_FILE = 'key.age'
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
  /** The tables with the columns of their files, and the SHA-256 of their uncompressed rows, which earlier versions did not write. */
  tables: z.array(z.strictObject({ name: Name, columns: z.array(Name), rows: Count, sha256: Hash.optional() })),
  /** The sequences of identity columns, with `last_value` and `is_called` of PostgreSQL. */
  sequences: z.array(z.strictObject({ name: Name, value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  /** Number and bytes of the uploaded files. */
  files: z.strictObject({ count: Count, bytes: Count }),
  /** Uploaded files were in S3 and are not in the backup. */
  hasFilesInS3: z.literal(true).optional(),
  /** It has tables only: it was written before a migration, which changes neither uploaded files nor keys. */
  hasTablesOnly: z.literal(true).optional(),
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

/** The paths of a backup: tables, keys, and uploaded files of its own or in the pool of its target. */
const PATHS =
  /^(?:tables\/[a-z0-9_]+\.copy\.zst|tls\/[\w-][\w.-]*|(?:\.\.\/files\/(?:plain|[0-9a-f]{16})|files)\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}(?:\.\d{1,9})?)(?:\.age)?$|^key\.age$/

/** Reads a list of checksums. @throws CommandError when a line has no valid path */
export function parseChecksums(list: string): Map<string, string> {
  const checksums = new Map(list.split('\n').flatMap((line) => (line === '' ? [] : [[line.slice(66), line.slice(0, 64)]])))
  for (const file of checksums.keys()) if (!PATHS.test(file)) throw new DamagedError(CHECKSUMS)
  return checksums
}

/** @throws CommandError when it is damaged or a newer version wrote it */
export function parseManifest(text: string): Manifest {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    throw new DamagedError(MANIFEST)
  }
  const outer = Stored.safeParse(stored)
  if (!outer.success || hashOf(JSON.stringify(outer.data.manifest)) !== outer.data.sha256) throw new DamagedError(MANIFEST)
  const inner = Manifest.safeParse(outer.data.manifest)
  if (inner.success) return inner.data
  throw new CommandError('A newer version of Noroshi wrote this backup. Install that version and restore again.')
}

/** A file of a backup does not have its hash or cannot be read. */
export class DamagedError extends CommandError {
  /** The path in the backup. */
  readonly file: string

  constructor(file: string, cause?: unknown) {
    super(`The backup is damaged: ${file}. Nothing was restored.`, { cause })
    this.file = file
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
