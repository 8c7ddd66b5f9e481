import type { Db } from '#/db/pool.ts'
import { usersReached } from './repeats.sql.ts'
import { lastRunningDrill, usersDelivered } from './drills.sql.ts'

/** A drill of alert groups whose outcome is not final. */
interface RunningDrill {
  readonly alertId: string
  readonly startedAt: Date
  /** Number of users whom it alarms besides its raiser, and of those of whom a device acknowledged it. */
  readonly alarmed: number
  readonly reached: number
}

/** Returns the newest drill of alert groups whose outcome is not recorded yet; null: there is none. */
export async function runningDrill(db: Db): Promise<RunningDrill | null> {
  const drill = await lastRunningDrill(db)
  if (drill === undefined) return null
  const [userIds, delivered] = [await usersReached(db, drill), await usersDelivered(db, drill.id)]
  const alarmed = userIds.filter((userId) => userId !== drill.raised_by)
  const reached = alarmed.filter((userId) => delivered.has(userId))
  return { alertId: drill.id, startedAt: drill.created_at, alarmed: alarmed.length, reached: reached.length }
}
