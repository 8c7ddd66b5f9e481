import { v5 as uuidv5 } from 'uuid'
import type { z } from 'zod'
import { knownLanguage, type Language } from '@noroshi/contract/i18n'
import type { DrillResult, setupRoutes } from '@noroshi/contract/setup/setup.http'
import { textIn } from '@noroshi/contract/texts'
import type { Deps } from '#/deps.ts'
import { writeSetting } from '#/features/accounts/server/stored-settings.service.ts'
import { recordAudit } from '#/features/admin/audit.service.ts'
import type { SendMessage } from '#/features/messaging/messaging.service.ts'
import { startPersonalThread } from '#/features/messaging/personal.service.ts'
import type { AuditActor, SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { languagesOf } from './setup.sql.ts'
import { readDrill, type SentSteps, STEPS_KEY } from './setup.service.ts'

/** The setting that records that steps are being sent. */
const SENDING_KEY = 'drillStepsSending'
/** Messages that one request sends at a time. */
const CONCURRENT_MESSAGES = 4

type Body = z.output<typeof setupRoutes.sendSteps.body>
interface Counts {
  readonly sent: number
  readonly failed: number
}

/**
 * Sends each user whom the last drill did not reach a message of the administrator with the address of the device
 * check, in the language of that user. A second request for a drill sends nothing, also at the same time.
 * @throws setup.otherDrill (409) if it is not the last drill; setup.drillRunning (409).
 */
export async function sendSteps(deps: Deps, send: SendMessage, auditActor: AuditActor, body: Body): Promise<Counts> {
  return (await oneAtATime(deps, SENDING_KEY, () => sendOnce(deps, send, auditActor, body))) ?? { sent: 0, failed: 0 }
}

async function sendOnce(deps: Deps, send: SendMessage, auditActor: AuditActor, { alertId, address }: Body): Promise<Counts> {
  const drill = await readDrill(deps)
  if (drill?.alertId !== alertId) throw new AppError('setup.otherDrill')
  if (drill.isRunning) throw new AppError('setup.drillRunning')
  if (drill.stepsSentAt !== null || drill.missed.length === 0) return { sent: 0, failed: 0 }
  const counts = await sendToMissed(deps, send, auditActor.actor, drill, address)
  if (counts.sent > 0) await recordSent(deps, auditActor, alertId, counts)
  return counts
}

async function sendToMissed(
  deps: Deps,
  send: SendMessage,
  sender: SignedIn,
  { alertId, missed }: DrillResult,
  address: string,
): Promise<Counts> {
  const ids = missed.map(({ id }) => id).filter((id) => id !== sender.id)
  const languages = await languagesOf(deps.db, ids)
  const limited = limitConcurrency(CONCURRENT_MESSAGES)
  const sendTo = async (userId: string): Promise<boolean> => {
    const language: Language = knownLanguage(languages.get(userId) ?? null)
    try {
      const { thread } = await startPersonalThread(deps, sender, userId)
      await send(sender, {
        threadId: thread.id,
        messageType: 'normalChat',
        text: textIn(language, 'setup.stepsText', { address }),
        latitude: null,
        longitude: null,
        // A request that is repeated after a lost reply sends no second message.
        clientId: uuidv5(userId, alertId),
      })
      return true
    } catch (error) {
      // A user who blocked the sender, or was deactivated meanwhile.
      if (error instanceof AppError) return false
      throw error
    }
  }
  const outcomes = await Promise.all(ids.map((id) => limited(() => sendTo(id))))
  const sent = outcomes.filter(Boolean).length
  return { sent, failed: outcomes.length - sent }
}

const recordSent = (deps: Deps, auditActor: AuditActor, alertId: string, { sent }: Counts): Promise<void> =>
  deps.transaction(async (tx) => {
    await writeSetting(tx, STEPS_KEY, { alertId, sentAt: deps.now().toISOString() } satisfies SentSteps)
    const details = { name: `× ${sent}` }
    await recordAudit(tx, { ...auditActor, action: 'setup.stepsSent', targetKind: 'alert', targetId: alertId, details })
  })
