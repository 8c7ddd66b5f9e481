import { SENDER_DAYS } from '@noroshi/contract/limits'
import { type HealthCheck, readingOf } from '#/features/health/health-check.service.ts'
import { dayOf } from './daily-limits.ts'
import { biggestSenders } from './daily-usage.sql.ts'

const DAY_MS = 86_400_000
const SHOWN = 3

/** The users who have sent the most in the last days. Daily limits keep what they send small enough. */
export const sendersCheck: HealthCheck = {
  name: 'senders',
  every: 60_000,
  async read({ db, now }) {
    const today = now().getTime()
    const rows = await biggestSenders(db, dayOf(today - (SENDER_DAYS - 1) * DAY_MS), dayOf(today), SHOWN)
    const facts = rows.map(({ id, file_bytes, text_bytes }) => ({
      kind: 'sender' as const,
      name: 'sender' as const,
      id,
      bytes: file_bytes + text_bytes,
    }))
    return readingOf(facts, [])
  },
}
