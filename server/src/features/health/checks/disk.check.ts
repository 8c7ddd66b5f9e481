import { FULL_BELOW } from '#/ports/disk-guard.ts'
import { reserveOf } from '#/ports/disk-storage.ts'
import { type HealthCheck, numberFact, problemIf, readingOf } from '../health-check.service.ts'
import { type DiskSample, keepDiskSample } from './disk.sql.ts'

const DAY_MS = 86_400_000
/** Days whose samples forecast when the disk is full. */
const SAMPLED_DAYS = 30
/** A forecast of less than three days of samples would be a guess. */
const FORECAST_AFTER_DAYS = 3
/** Days until the disk is full that are a warning. */
const FULL_SOON_DAYS = 14

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The disk of the data directory. It is full, or low, near the space at which the server refuses files. */
export const diskCheck: HealthCheck = {
  name: 'disk',
  isPerMachine: true,
  async read({ config, db, now, system }) {
    const { free, total } = await system.diskSpace(config.dataDir)
    const at = now().getTime()
    const sample = { machine: system.machine, day: dayOf(at), used_bytes: total - free }
    const samples = await keepDiskSample(db, sample, dayOf(at - SAMPLED_DAYS * DAY_MS))
    const daysLeft = daysUntilFull(samples, free)
    const facts = [
      numberFact('bytes', 'diskFree', free),
      numberFact('bytes', 'diskTotal', total),
      ...(daysLeft === null ? [] : [numberFact('seconds', 'diskFullIn', (daysLeft * DAY_MS) / 1000)]),
    ]
    return readingOf(facts, [
      problemIf(free < FULL_BELOW, 'failure', 'diskFull'),
      problemIf(free < 1.5 * reserveOf(total), 'warning', 'diskLow'),
      problemIf(daysLeft !== null && daysLeft < FULL_SOON_DAYS, 'warning', 'diskFilling'),
    ])
  },
}

/**
 * Returns the days until the disk is full, by the line of least squares through the samples of each day.
 * @returns null if there are too few samples, or the used space does not grow
 */
export function daysUntilFull(samples: readonly Pick<DiskSample, 'day' | 'used_bytes'>[], free: number): number | null {
  const points = samples.map(({ day, used_bytes: y }) => ({ x: Date.parse(day) / DAY_MS, y }))
  const days = points.map(({ x }) => x)
  if (Math.max(...days) - Math.min(...days) < FORECAST_AFTER_DAYS) return null
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(days), mean(points.map(({ y }) => y))]
  const growth =
    points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) /
    points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  return growth > 0 ? free / growth : null
}
