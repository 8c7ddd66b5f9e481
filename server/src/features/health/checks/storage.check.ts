import { type HealthCheck, numberFact, readingOf } from '../health-check.service.ts'
import { storedBytes } from './database.sql.ts'

/** Milliseconds between two readings, which read the sizes of all files. */
const EVERY_MS = 600_000

export const storageCheck: HealthCheck = {
  name: 'storage',
  every: EVERY_MS,
  within: 10_000,
  async read({ db }) {
    const { database_bytes, file_bytes, files } = await storedBytes(db)
    const facts = [
      numberFact('bytes', 'databaseSize', database_bytes),
      numberFact('bytes', 'fileSize', file_bytes),
      numberFact('count', 'files', files),
    ]
    return readingOf(facts, [])
  },
}
