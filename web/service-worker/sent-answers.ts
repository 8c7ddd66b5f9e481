import type { Language } from '@noroshi/contract/i18n'
import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { indexedDbStore } from '../src/platform/outbox/entry-store.ts'
import { closeUnsent, showOutcome, unsentAnswers } from './notifications.ts'
import { readWorkerSession } from './stored-session.ts'

/** Shows whether the server has accepted an answer (200) or refused it: its subject is over, or no longer for this user. */
export function showAnswered(payload: PushPayload, status: number, language: Language | null): Promise<void> {
  if (payload.kind === 'rollCall')
    return showOutcome(payload, status === 200 ? 'push.rollCall.answerSent' : 'push.rollCall.ended', language)
  if (status === 200) return showOutcome(payload, 'push.responded', language)
  return showOutcome(payload, status === 409 ? 'push.alert.resolved' : 'push.alert.over', language)
}

/**
 * Updates the notifications of answers that have left the outbox. An answer that a page has sent or replaced needs no
 * notification.
 * @param sentIds ids of the entries that the service worker has sent
 */
export async function updateUnsentAnswers(sentIds: ReadonlySet<string>): Promise<void> {
  const unsent = await unsentAnswers()
  if (unsent.length === 0) return
  const [entries, session] = await Promise.all([indexedDbStore.all(), readWorkerSession()])
  const language = session?.language ?? null
  for (const { payload, entryId } of unsent) {
    const entry = entries.find(({ id }) => id === entryId)
    if (sentIds.has(entryId)) await showAnswered(payload, 200, language)
    else if (entry === undefined) await closeUnsent(payload.tag, entryId)
    else if (entry.refusal !== null)
      await showAnswered(payload, entry.refusal.code === 'alert.alreadyResolved' ? 409 : 404, language)
  }
}
