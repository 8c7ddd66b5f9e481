import { copyFile, rm, stat, truncate } from 'node:fs/promises'

/** Bytes at which the log is rotated. One earlier log is kept. */
const MAX_BYTES = 10 * 1024 ** 2

/**
 * Rotates the log of PostgreSQL when it is large. PostgreSQL keeps the file open and appends to it, so the text is copied to
 * `.1` and the file is emptied. If the disk is full, the text is not kept.
 */
export async function rotateLog(log: string): Promise<void> {
  const size = await stat(log).then(
    (file) => file.size,
    () => 0, // not created yet
  )
  if (size <= MAX_BYTES) return
  const earlier = `${log}.1`
  await copyFile(log, earlier).catch(() => rm(earlier, { force: true }))
  await truncate(log)
}
