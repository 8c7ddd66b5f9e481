import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { ExportFile } from '@noroshi/contract/accounts/export-files.messages'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import type { Deps } from '#/deps.ts'
import { BytesNotFound } from '#/ports/storage.ts'
import { unitSettings } from '../server/unit.service.ts'
import { exportedRows, type OwnFile, ownFiles } from './export.sql.ts'
import { allPersonalTables } from './personal-tables.ts'

/** A file of the archive. */
interface Entry {
  readonly name: string
  readonly lastModified: Date
  readonly input: string | AsyncIterable<string | Uint8Array>
}

const exports = allPersonalTables.flatMap(([table, { exports: files = [] }]) => files.map((exported) => ({ table, exported })))

/** The names of all JSON files of an archive. */
export const exportFiles: readonly ExportFile[] = [...exports.map(({ exported }) => exported.file), 'files']

/**
 * Returns the ZIP archive with the data of a user. It is read from the database and the storage while it is sent, some rows or
 * one file at a time.
 */
export const readArchive = (deps: Deps, userId: string): Readable => Readable.fromWeb(makeZip(entriesOf(deps, userId)))

async function* entriesOf(deps: Deps, userId: string): AsyncGenerator<Entry> {
  const lastModified = deps.now()
  yield { name: 'README.txt', lastModified, input: await readmeOf(deps, lastModified) }
  for (const { table, exported } of exports)
    yield { name: `${exported.file}.json`, lastModified, input: jsonOf(exportedRows(deps.db, table, exported, userId)) }
  const files = await ownFiles(deps.db, userId)
  yield { name: 'files.json', lastModified, input: JSON.stringify(files.map(describe), null, 2) }
  for (const file of files) {
    const bytes = await openBytes(deps, file)
    if (bytes !== null) yield { name: pathOf(file), lastModified: file.created_at, input: bytes }
  }
}

/** Yields a JSON array with a row on each line. */
async function* jsonOf(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of batches)
    for (const row of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

/** Names in archives are paths: some programs would leave the folder by `..`, or refuse other characters. */
const pathOf = ({ id, name }: OwnFile): string => `files/${id} ${name.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')}`

const describe = (file: OwnFile) => ({
  path: pathOf(file),
  name: file.name,
  type: file.type,
  size: file.size,
  parentKind: file.parent_kind,
  parentId: file.parent_id,
  createdAt: file.created_at,
})

/** A row may have lost its bytes, for example by a restore. The archive is complete without them. */
const openBytes = (deps: Deps, { storage_key }: OwnFile): Promise<Readable | null> =>
  deps.storage.get(storage_key).catch((error: unknown) => {
    if (!(error instanceof BytesNotFound)) throw error
    deps.logError(error)
    return null
  })

/** Says in each language what each file is. */
async function readmeOf({ db }: Deps, at: Date): Promise<string> {
  const { name: unit } = await unitSettings(db)
  const date = at.toISOString().slice(0, 10)
  const sections = LANGUAGES.map((language) =>
    [
      textIn(language, 'exportFile.readmeTitle', { unit, date }),
      textIn(language, 'exportFile.readmeNote'),
      '',
      ...exportFiles.map((file) => `${file}.json: ${textIn(language, `exportFile.${file}`)}`),
    ].join('\r\n'),
  )
  return `\uFEFF${sections.join('\r\n\r\n')}\r\n`
}
