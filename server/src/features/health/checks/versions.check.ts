import { VERSION } from '@noroshi/contract/version'
import { type HealthCheck, numberFact, readingOf, textFact, timeFact } from '../health-check.service.ts'
import { databaseVersion } from './database.sql.ts'

export const versionsCheck: HealthCheck = {
  name: 'versions',
  isPerMachine: true,
  async read({ db }) {
    const { version, migrations, newest } = await databaseVersion(db)
    const facts = [
      textFact('noroshi', VERSION),
      textFact('node', process.versions.node),
      textFact('postgresql', version),
      numberFact('count', 'migrations', migrations),
      textFact('newestMigration', newest),
      timeFact('startedAt', new Date(performance.timeOrigin)),
    ]
    return readingOf(facts, [])
  },
}
