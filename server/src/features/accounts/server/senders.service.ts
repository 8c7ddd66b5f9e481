import type { z } from 'zod'
import type { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { SENDER_DAYS, SENDERS_SHOWN } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { presentAdminUser } from '../admin-users.service.ts'
import { dayOf } from './daily-limits.ts'
import { biggestSenders, deleteUsageBefore, type SenderRow } from './daily-usage.sql.ts'
import { unitSettings } from './unit.service.ts'

const DAY_MS = 86_400_000

type Senders = z.output<typeof adminUserRoutes.senders.reply>

/** Returns the users who have sent the most bytes in the last days, and the daily limits. */
export async function listSenders({ db, now, dailyUsage }: Deps): Promise<Senders> {
  await dailyUsage.write()
  const today = now().getTime()
  const [rows, { limitsDailyUse, dailyFilesMb, dailyTexts }] = await Promise.all([
    biggestSenders(db, dayOf(today - (SENDER_DAYS - 1) * DAY_MS), dayOf(today), SENDERS_SHOWN),
    unitSettings(db),
  ])
  return { limitsDailyUse, dailyFilesMb, dailyTexts, items: rows.map(present) }
}

const present = (row: SenderRow): Senders['items'][number] => ({
  user: presentAdminUser(row),
  filesBytes: row.file_bytes,
  textBytes: row.text_bytes,
  texts: row.texts_sent,
  todayBytes: row.day_bytes,
})

/** Deletes what the list of the biggest senders no longer shows. */
export const deleteOldUsage = ({ db, now }: Deps) => deleteUsageBefore(db, dayOf(now().getTime() - SENDER_DAYS * DAY_MS))
