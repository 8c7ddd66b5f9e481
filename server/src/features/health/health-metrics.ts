import { setTimeout as sleep } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { HEALTH_UNITS, type HealthLevel } from '@noroshi/contract/health/health.http'
import type { ReadFact } from './health-check.service.ts'
import type { ReadingRow } from './health.sql.ts'

/** Max milliseconds of a scrape that reads the health. A later one has it. */
const READ_WITHIN_MS = 1000
const LEVELS: { readonly [Level in HealthLevel]: number } = { good: 0, warning: 1, failure: 2, unknown: -1 }
const NONE: readonly ReadingRow[] = []

interface Read {
  /** The names of all checks. */
  readonly names: readonly string[]
  /** Returns what was read last. */
  readonly known: () => Promise<readonly ReadingRow[]>
}

/**
 * Adds what the health checks have read to the metrics. A number that is unknown, or about one of several services, has no
 * metric (decisions/0213).
 */
export function addHealthMetrics(registry: Registry, { names, known }: Read): void {
  let reading: Promise<readonly ReadingRow[]> | null = null
  const readInTime = (): Promise<readonly ReadingRow[]> => {
    reading ??= known()
      .catch(() => NONE) // the database does not answer, as /readyz reports
      .finally(() => (reading = null))
    return Promise.race([reading, sleep(READ_WITHIN_MS, NONE, { ref: false })])
  }
  new Gauge({
    name: 'noroshi_health',
    help: 'Level of each health check: 0 good, 1 warning, 2 failure, -1 unknown. Each process has the same values',
    labelNames: ['check', 'machine'],
    registers: [registry],
    async collect() {
      const rows = await readInTime()
      this.reset()
      for (const check of names) {
        const own = rows.filter(({ name }) => name === check)
        if (own.length === 0) this.set({ check, machine: '' }, LEVELS.unknown)
        for (const { machine, level } of own) if (level !== 'unused') this.set({ check, machine }, LEVELS[level])
      }
    },
  })
  const addNumbers = (name: string, help: string, numberOf: (fact: ReadFact) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['check', 'fact', 'machine'],
      registers: [registry],
      async collect() {
        const rows = await readInTime()
        this.reset()
        for (const { name: check, machine, facts } of rows) {
          for (const fact of facts) {
            const value = numberOf(fact)
            if (value !== null) this.set({ check, fact: fact.name, machine }, value)
          }
        }
      },
    })
  for (const unit of HEALTH_UNITS)
    addNumbers(`noroshi_health_${unit}`, `What health checks have read in ${unit}`, (fact) =>
      fact.kind === unit && 'value' in fact && typeof fact.value === 'number' && !('of' in fact) ? fact.value : null,
    )
  addNumbers('noroshi_health_timestamp_seconds', 'Times that health checks have read', (fact) =>
    fact.kind === 'time' && fact.value !== null ? Date.parse(fact.value) / 1000 : null,
  )
  addNumbers('noroshi_health_flag', 'What is so (1) or not (0), as health checks have read', (fact) =>
    fact.kind === 'flag' && fact.value !== null ? Number(fact.value) : null,
  )
}
