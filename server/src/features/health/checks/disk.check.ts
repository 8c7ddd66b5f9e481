import { FULL_BELOW } from '#/ports/disk-guard.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { type HealthCheck, numberFact, problemIf, readingOf } from '../health-check.service.ts'

/** The disk of the data directory. It is full, or low, with the space at which the server refuses files. */
export const diskCheck: HealthCheck = {
  name: 'disk',
  isPerMachine: true,
  async read({ config, system }) {
    const { free, total } = await system.diskSpace(config.dataDir)
    const facts = [numberFact('bytes', 'diskFree', free), numberFact('bytes', 'diskTotal', total)]
    return readingOf(facts, [
      problemIf(free < FULL_BELOW, 'failure', 'diskFull'),
      problemIf(free < 2 * reserveOf(total), 'warning', 'diskLow'),
    ])
  },
}
