import { type HealthCheck, numberFact, problemIf, readingOf } from '../health-check.service.ts'
import { databaseUse } from './database.sql.ts'

/** Max milliseconds of a good answer. */
const SLOW_MS = 1000
/** Percent of the connections that may be used. */
const CONNECTIONS_USED = 80
/** Max seconds of a transaction. Backups are longer, and do not count. */
const TRANSACTION_SECONDS = 1800

export const databaseCheck: HealthCheck = {
  name: 'database',
  async read({ db }) {
    const begunAt = performance.now()
    const { connections, connections_max, transaction_seconds } = await databaseUse(db)
    const elapsed = performance.now() - begunAt
    const facts = [
      numberFact('seconds', 'answerTime', elapsed / 1000),
      numberFact('count', 'connections', connections),
      numberFact('count', 'connectionsMax', connections_max),
      numberFact('seconds', 'oldestTransaction', transaction_seconds),
    ]
    return readingOf(facts, [
      problemIf(connections > (connections_max * CONNECTIONS_USED) / 100, 'warning', 'connectionsUsed'),
      problemIf(elapsed > SLOW_MS, 'warning', 'databaseSlow'),
      problemIf(transaction_seconds > TRANSACTION_SECONDS, 'warning', 'transactionOld'),
    ])
  },
}
