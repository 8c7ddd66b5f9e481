import { type Language, knownLanguage } from '@noroshi/contract/i18n'
import { type MessageKey, messages } from '@noroshi/contract/messages'
import { textIn } from '@noroshi/contract/texts'
import { newId } from '#/db/ids.ts'
import type { Deps } from '#/deps.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { ADMINISTRATORS } from '#/features/alerts/alerts.rooms.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { ownLink } from '#/http/own-link.ts'
import {
  changedChecks,
  claimMails,
  deleteNoticesBefore,
  insertNotice,
  type NoticeRow,
  toldAdministrators,
} from './health-notices.sql.ts'

const HOUR_MS = 3_600_000
/** Readings in a row that a level must have, so that a short change is not told. */
const HELD_READINGS = 2
/** Max notices about a check in an hour. One that changes all the time is told no more. */
const NOTICES_AN_HOUR = 4
/** Milliseconds after which notices are deleted. */
const KEPT_MS = 90 * 24 * HOUR_MS
/** Max administrators who get an email, and emails that are sent at a time. */
const MAILED_MAX = 50
const MAILED_AT_ONCE = 10

/**
 * Tells the administrators which checks of a computer have become a warning or a failure, and which are good again. What they
 * were told is in the database, so that a restart does not repeat it.
 */
export async function tellChanges(deps: Deps, machine: string): Promise<void> {
  const at = deps.now()
  const hourAgo = new Date(at.getTime() - HOUR_MS)
  await deps.transaction(async (tx) => {
    const damping = { held: HELD_READINGS, max: NOTICES_AN_HOUR, since: hourAgo }
    for (const { first_id, has_machines, ...notice } of await changedChecks(tx, machine, damping)) {
      const id = newId()
      await insertNotice(tx, { ...notice, id, created_at: at })
      const shown = { ...notice, machine: has_machines && machine !== '' ? machine : null }
      tx.emit('health:changed', [ADMINISTRATORS], { id: first_id ?? id, ...shown })
    }
  })
  if (deps.mail === null) return
  const mailed = await claimMails(deps.db, at, hourAgo)
  if (mailed.length > 0) deps.runInBackground(() => mailNotices(deps, mailed))
}

/** Mails changes to the administrators. It is not retried: the mail server has a check of its own. */
async function mailNotices(deps: Deps, notices: readonly NoticeRow[]): Promise<void> {
  const { name: unit } = await unitSettings(deps.db)
  const { link } = ownLink(deps, '/admin/health')
  const limited = limitConcurrency(MAILED_AT_ONCE)
  const administrators = (await toldAdministrators(deps.db)).slice(0, MAILED_MAX)
  const sent = await Promise.allSettled(
    administrators.map(async ({ email: to, language: known }) => {
      const language = knownLanguage(known)
      const texts = notices.map((notice) => noticeTexts(notice, language))
      const subject = textIn(language, 'health.mailSubject', { unit, changes: texts.map(({ title }) => title).join(', ') })
      const changes = texts.map(({ title, body }) => `${title}\n${body}`.trim()).join('\n\n')
      const text = textIn(language, 'health.mailText', { unit, changes, link })
      await limited(async () => deps.mail?.send({ to, subject, text }))
    }),
  )
  const failed = sent.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) deps.logError(failed.reason)
}

/** Returns the texts of a notice in a language. */
export function noticeTexts({ name, level, advice }: NoticeRow, language: Language): { title: string; body: string } {
  const textOf = (key: string) => (isMessageKey(key) ? textIn(language, key) : key)
  const check = textOf(`health.check.${name}`)
  if (level === 'good') return { title: textIn(language, 'health.goodAgain', { check }), body: '' }
  const title = textIn(language, 'health.changed', { check, level: textIn(language, `health.level.${level}`) })
  return { title, body: advice === null ? '' : textOf(`health.advice.${advice}`) }
}

const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(messages, key)

export const deleteOldNotices = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteNoticesBefore(db, new Date(now().getTime() - KEPT_MS))
