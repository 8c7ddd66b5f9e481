import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { AlertAnswer, type AlertForViewer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ANSWER_AGE_MAX_MS } from '@noroshi/contract/limits'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { changeCache } from '../../platform/query-cache.ts'
import { sessionUserId } from '../../platform/session.ts'
import { toastError, toastWarning } from '../../ui/toast.tsx'
import { alertStore, receiveAlert } from './alert-store.ts'
import { ledgerQuery } from './alerts.queries.ts'

const Seen = z.object({ alertId: z.string() })
const Answer = z.object({ alertId: z.string(), answer: AlertAnswer })

/** An answer that the server has not acknowledged yet. */
export type UnsentAnswer = TypedEntry<z.infer<typeof Answer>>

/** `waiting`: the server cannot be reached, and the outbox sends the answer later. */
export type AnswerOutcome = 'sent' | 'waiting' | 'refused'
const resolvers = new Map<string, (outcome: AnswerOutcome) => void>()

const resolve = (id: string, outcome: AnswerOutcome) => {
  resolvers.get(id)?.(outcome)
  resolvers.delete(id)
}

/** Milliseconds after which an answer is a late one: another device of the user may have given a newer answer. */
const LATE_MS = 10_000

type Body = z.input<typeof alertRoutes.answer.body>

/** The reply is validated, because the sign-in page of a Wi-Fi answers any request with 200. */
const put = async (id: string, body: Body, signal: AbortSignal): Promise<AlertForViewer> =>
  alertRoutes.answer.reply.parse(await call(alertRoutes.answer, { params: { id }, body, signal }))

/** @param at when the user answered, in milliseconds of this device's clock, which may have changed meanwhile */
const bodyOf = (answer: AlertAnswer, at: number): Body => {
  const ageMs = Math.min(Date.now() - at, ANSWER_AGE_MAX_MS)
  return ageMs > LATE_MS ? { answer, ageMs } : { answer }
}

const apply = (alert: AlertForViewer) => changeCache((cache) => receiveAlert(alertStore(cache), alert))

const seen = outbox.register({
  kind: 'alertSeen',
  payload: Seen,
  isContent: false,
  send: ({ payload }, { signal }) => put(payload.alertId, { answer: 'seen' }, signal),
  onSent: apply,
  onRefused: (_error, { id }) => outbox.discard(id), // the alert is gone, or the user is no longer in its audience
})

const answers = outbox.register({
  kind: 'alertAnswer',
  payload: Answer,
  describe: ({ answer }) => ({
    title: text('outbox.kind.answer'),
    text: text(answer === 'responding' ? 'alerts.responding' : 'alerts.cannotHelp'),
  }),
  send: ({ seq, payload: { alertId, answer } }, { signal }) => put(alertId, bodyOf(answer, seq), signal),
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

/** Reports once that the user has seen an alert. Without a known user it does nothing; the next page of the alert reports it. */
export function markAlertSeen(alertId: string) {
  const ownerId = sessionUserId()
  if (ownerId === null || seen.entries().some(({ payload }) => payload.alertId === alertId)) return
  void seen.enqueue({ id: newId(), lane: 'alerts seen', ownerId, payload: { alertId } })
}

/** Answers an alert. The answer replaces earlier ones that are unsent. Resolves after the first attempt. */
export function answerAlert(alertId: string, answer: AlertAnswer): Promise<AnswerOutcome> {
  const ownerId = sessionUserId()
  if (ownerId === null) return Promise.resolve('refused')
  const replaced = answersTo(alertId).filter(({ state }) => state !== 'sending')
  const id = newId()
  return new Promise((resolver) => {
    resolvers.set(id, resolver)
    void answers.enqueue({ id, lane: `answer ${alertId}`, ownerId, payload: { alertId, answer } })
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
