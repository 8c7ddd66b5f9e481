import { LOCALES, type Language } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import type { RateLimit } from '#/db/rate-limits.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { ownLink } from '#/http/own-link.ts'
import { beginMail, endLostMails, invitationsToMail, setMailOutcome } from './invitation-import.sql.ts'
import { unitSettings } from './unit.service.ts'

/** Mails that one request sends at a time. */
const CONCURRENT_MAILS = 4
/** Failed mails of one request after which it tries no further one: the mail server is down, or refuses them all. */
const FAILURES_MAX = 3
/** Milliseconds after which a mail without an outcome has failed: the process ended while it was sent. */
const MAIL_LOST_MS = 5 * 60_000

const mailLimit = ({ config }: Deps): RateLimit => ({
  name: 'invitation mails',
  max: config.invitationMailsPerDay,
  minutes: 24 * 60,
})
const ALL = 'all'

/** Counts mails to the limit of a day. Returns when the next ones may be sent if these exceed it, which then do not count. */
export async function takeMails(deps: Deps, count: number): Promise<Date | null> {
  const limit = mailLimit(deps)
  const taken = await Promise.all(Array.from({ length: count }, () => deps.rateLimiter.take(limit, ALL)))
  const refused = taken.find(({ isAllowed }) => !isAllowed)
  if (!refused) return null
  for (const { isAllowed } of taken) if (isAllowed) await deps.rateLimiter.release(limit, ALL)
  return new Date(deps.now().getTime() + refused.retryAfterSeconds * 1000)
}

/**
 * Sends the mails of a batch that no request has sent or is sending. A mail that may have been sent is not repeated.
 * The addresses may belong to strangers, so no mail contains a name or another text of the file.
 * @param pathOf returns the path of an invitation's link
 */
export async function mailInvitations(
  deps: Deps,
  batchId: string,
  language: Language,
  pathOf: (id: string) => string,
): Promise<void> {
  const { mail, db, now, logError } = deps
  const { name: unit } = await unitSettings(db)
  const waiting = await invitationsToMail(db, batchId)
  const limited = limitConcurrency(CONCURRENT_MAILS)
  let failures = 0
  const send = async ({ id, email, expires_at }: (typeof waiting)[number]): Promise<'sent' | 'failed'> => {
    if (mail === null || email === null || failures >= FAILURES_MAX) return 'failed'
    const params = { unit, link: ownLink(deps, pathOf(id)).link, date: dateIn(language, expires_at) }
    try {
      await mail.send({
        to: email,
        subject: textIn(language, 'invitationImport.mailSubject', params),
        text: textIn(language, 'invitationImport.mailText', params),
      })
      return 'sent'
    } catch (error) {
      failures += 1
      logError(error)
      return 'failed'
    }
  }
  const sendOnce = async (invitation: (typeof waiting)[number]) => {
    if (await beginMail(db, invitation.id, now())) await setMailOutcome(db, invitation.id, await send(invitation))
  }
  await Promise.all(waiting.map((invitation) => limited(() => sendOnce(invitation))))
  await endLostMails(db, batchId, new Date(now().getTime() - MAIL_LOST_MS))
}

const dateIn = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(LOCALES[language].tag, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
