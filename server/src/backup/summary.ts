import type { Manifest } from './manifest.ts'

/** Returns the content of a backup for its operator. */
export function contentOf({ tables, files, hasFilesInS3, hasTablesOnly }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (files.bytes / 1e6).toFixed(1)
  const uploads =
    hasTablesOnly === true
      ? 'no files, which stay as they are'
      : hasFilesInS3 === true
        ? 'no uploaded files, since they are in S3'
        : `${files.count} files (${megabytes} MB)`
  return `${tables.length} tables with ${rows} rows, ${uploads}`
}
