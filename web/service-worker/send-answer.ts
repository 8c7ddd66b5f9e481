import type { PushPayload } from '@noroshi/contract/push/push.payload'
import { answerLane } from '../src/features/alerts/answer-lane.ts'
import { answerCommand } from '../src/features/alerts/alerts.outbox.ts'
import { rollCallLane } from '../src/features/roll-calls/roll-call-lane.ts'
import { rollCallAnswerCommand } from '../src/features/roll-calls/roll-calls.outbox.ts'
import { newId } from '../src/platform/ids.ts'
import { indexedDbStore, inTime } from '../src/platform/outbox/entry-store.ts'
import { withLock } from '../src/platform/outbox/locks.ts'
import { registerSync, type SyncRegistration } from '../src/platform/outbox/register-sync.ts'
import { lockOf } from '../src/platform/outbox/shared-command.ts'
import { notifyTabs } from './outbox-channel.ts'
import { requestAsUser } from './worker-request.ts'
import type { WorkerSession } from './stored-session.ts'

declare const self: ServiceWorkerGlobalScope

/** The outcome of an answer. */
export interface SentAnswer {
  /** 200 if the server has accepted it, or the status of its refusal; null: the server could not be reached. */
  readonly status: number | null
  /** Id of the entry of the outbox that sends the answer later; null: no later attempt. */
  readonly entryId: string | null
  /** Whether the browser sends the entry when the network is back, also without a page. */
  readonly isAutomatic: boolean
}

/**
 * Answers that the user responds to an alert, or is safe. The answer is stored before the first attempt, because the browser may end
 * the worker. If the server cannot be reached, it stays in the outbox, as an answer of a page does (decisions/0139).
 */
export async function sendAnswer(payload: PushPayload, session: WorkerSession): Promise<SentAnswer> {
  const { entry, request } = await newAnswer(payload, session)
  const isStored = await inTime(indexedDbStore.put(entry)).then(
    () => true,
    () => false, // the answer is sent now or not at all
  )
  let status: number | null = null
  // A page that has read the entry waits for the lock.
  await withLock(lockOf(entry.lane), async () => {
    status = await requestAsUser(session, request)
    if (status !== null) await indexedDbStore.remove([entry.id]).catch(() => undefined)
  })
  notifyTabs({ type: 'changed' })
  const entryId = isStored && status === null ? entry.id : null
  // `as`: TypeScript does not declare Background Sync.
  const isAutomatic = entryId !== null && (await registerSync(self.registration as SyncRegistration))
  return { status, entryId, isAutomatic }
}

/** Returns the entry of the answer to the subject of a notification, and its request. */
async function newAnswer({ kind, id }: PushPayload, session: WorkerSession) {
  const context = { now: Date.now() }
  if (kind === 'rollCall') {
    const payload = { rollCallId: id, state: 'safe' as const }
    const entry = { ...(await newEntry(rollCallAnswerCommand.kind, rollCallLane(id, 'safe'), session)), payload }
    return { entry, request: rollCallAnswerCommand.requestOf(entry, context) }
  }
  const payload = { alertId: id, answer: 'responding' as const }
  const entry = { ...(await newEntry(answerCommand.kind, answerLane(id), session)), payload }
  return { entry, request: answerCommand.requestOf(entry, context) }
}

/** Whether an answer is that of the user, not one for another person. */
const isOwnAnswer = (payload: unknown): boolean =>
  typeof payload !== 'object' || payload === null || !('personId' in payload) || payload.personId === undefined

/** Returns the entry of an answer. It replaces earlier answers of the user to the same subject that are unsent. */
async function newEntry(kind: string, lane: string, { userId }: WorkerSession) {
  const known = await indexedDbStore.all().catch(() => [])
  const earlier = known.filter(
    (entry) => entry.lane === lane && entry.kind === kind && entry.ownerId === userId && isOwnAnswer(entry.payload),
  )
  await indexedDbStore.remove(earlier.map(({ id }) => id)).catch(() => undefined)
  const seq = Math.max(Date.now(), ...known.map((entry) => entry.seq + 1))
  return { id: newId(), kind, lane, ownerId: userId, seq, revision: seq, files: [], refusal: null }
}
