import type { Manifest } from './manifest.ts'

/** Returns the content of a backup for its operator. */
export function contentOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const megabytes = (files.bytes / 1e6).toFixed(1)
  return `${tables.length} tables with ${rows} rows, ${files.count} files (${megabytes} MB)`
}
