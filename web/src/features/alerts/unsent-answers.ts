import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { AlertAnswer, type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ResponderProgress } from '@noroshi/contract/alerts/handling'
import { closeAlertNotifications } from '../../platform/push/close-notifications.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { text } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError, toastWarning } from '../../ui/states/toast.tsx'
import { alertStore, receiveAlert } from './alert-store.ts'
import { answerLane } from './answer-lane.ts'
import { answerCommand, type AnswerDetails, seenCommand } from './alerts.outbox.ts'
import { ledgerQuery } from './alerts.queries.ts'

const Seen = z.object({ alertId: z.string() })
const Answer = z.object({
  alertId: z.string(),
  answer: AlertAnswer,
  progress: ResponderProgress.optional(),
  isShownToRaiser: z.boolean().optional(),
})

/** An answer that the server has not acknowledged yet. */
export type UnsentAnswer = TypedEntry<z.infer<typeof Answer>>

/** `waiting`: the server cannot be reached, and the outbox sends the answer later. */
export type AnswerOutcome = 'sent' | 'waiting' | 'refused'
const resolvers = new Map<string, (outcome: AnswerOutcome) => void>()

const resolve = (id: string, outcome: AnswerOutcome) => {
  resolvers.get(id)?.(outcome)
  resolvers.delete(id)
}

const apply = (alert: AlertForViewer) => changeCache((cache) => receiveAlert(alertStore(cache), alert))

const seen = outbox.register<z.infer<typeof Seen>, AlertForViewer>({
  ...seenCommand, // refused if the alert was deleted or the user is no longer in its audience
  payload: Seen,
  send: (entry, options) => sendEntry(seenCommand, alertRoutes.answer.reply, entry, options),
  onSent: apply,
})

const answers = outbox.register<z.infer<typeof Answer>, AlertForViewer>({
  ...answerCommand,
  payload: Answer,
  describe: ({ answer }) => ({
    title: text('outbox.kind.answer'),
    text: text(answer === 'responding' ? 'alerts.responding' : 'alerts.cannotHelp'),
  }),
  send: (entry, options) => sendEntry(answerCommand, alertRoutes.answer.reply, entry, options),
  onSent: (alert, { id, payload }) => {
    apply(alert)
    if (alert.viewer.answer !== payload.answer) toastWarning('alerts.answerNewer')
    changeCache((cache) => void cache.invalidateQueries({ queryKey: ledgerQuery(alert.id).queryKey }))
    resolve(id, 'sent')
  },
  onRefused: (error, { id }) => {
    toastError(text('alerts.answerRefused'), error instanceof ApiError ? error.message : undefined)
    resolve(id, 'refused')
  },
  onPostponed: ({ id }) => resolve(id, 'waiting'),
})

const answersTo = (alertId: string) => answers.entries().filter(({ payload }) => payload.alertId === alertId)

/**
 * Reports once that the user has seen an alert. Without a known user it does nothing; the next page of the alert
 * reports it.
 */
export function markAlertSeen(alertId: string) {
  void closeAlertNotifications(alertId, ['alarm'])
  const ownerId = sessionUserId()
  if (ownerId === null || seen.entries().some(({ payload }) => payload.alertId === alertId)) return
  void seen.enqueue({ id: newId(), lane: 'alerts seen', ownerId, payload: { alertId } })
}

/** Whether an answer shows the user to the anonymous raiser; undefined: it changes nothing. */
const shownBy = ({ answer, isShownToRaiser }: UnsentAnswer['payload']): boolean | undefined =>
  answer === 'cannotHelp' ? false : isShownToRaiser

/**
 * Returns the details that an answer keeps of the unsent ones that it replaces: the progress of the last one to respond, and whether
 * they show the user to the raiser. A withdrawal is kept by any answer, so that none shows a user who has withdrawn.
 */
function keptDetails(replaced: readonly UnsentAnswer[], answer: AlertAnswer): AnswerDetails {
  const isShownToRaiser = replaced.map(({ payload }) => shownBy(payload)).findLast((isShown) => isShown !== undefined)
  if (answer === 'cannotHelp') return isShownToRaiser === false ? { isShownToRaiser } : {}
  const before = replaced.findLast(({ payload }) => payload.answer === 'responding')
  return { progress: before?.payload.progress, isShownToRaiser }
}

/** Answers an alert. The answer replaces earlier ones that are unsent, and keeps their details. Resolves after the first attempt. */
export function answerAlert(alertId: string, answer: AlertAnswer, details: AnswerDetails = {}): Promise<AnswerOutcome> {
  const ownerId = sessionUserId()
  if (ownerId === null) return Promise.resolve('refused')
  void closeAlertNotifications(alertId, ['alarm'])
  const replaced = answersTo(alertId).filter(({ state }) => state !== 'sending')
  const kept = keptDetails(replaced, answer)
  const id = newId()
  return new Promise((resolver) => {
    resolvers.set(id, resolver)
    void answers.enqueue({ id, lane: answerLane(alertId), ownerId, payload: { alertId, answer, ...kept, ...details } })
    for (const { id: replacedId } of replaced) {
      outbox.discard(replacedId)
      resolve(replacedId, 'waiting')
    }
  })
}

const isOnItsWay = ({ state }: UnsentAnswer) => state !== 'failed'

/** Returns the user's newest answer to an alert that is not sent yet. */
export function useUnsentAnswer(alertId: string): UnsentAnswer | undefined {
  const all = useSyncExternalStore(outbox.subscribe, answers.entries)
  return all.findLast((entry) => entry.payload.alertId === alertId && isOnItsWay(entry))
}

/** Returns the ids of the alerts with an unsent answer of an earlier page or of another tab. */
export function useAnsweredElsewhere(): ReadonlySet<string> {
  const all = useSyncExternalStore(outbox.subscribe, answers.entries)
  return useMemo(
    () => new Set(all.filter((entry) => entry.isRestored && isOnItsWay(entry)).map(({ payload }) => payload.alertId)),
    [all],
  )
}
