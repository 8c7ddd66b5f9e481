import type { AlertAnswer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { ANSWER_AGE_MAX_MS } from '@noroshi/contract/limits'
import { coordinatesOfSos } from '../../platform/coordinates.ts'
import { accuracyAt } from '../../platform/fix.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/route-request.ts'

export interface UnsentSos {
  readonly createdAt: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Metres, at `locatedAt`. */
  readonly accuracy: number | null
  /** When the device found the location, by its clock in milliseconds; null: when the SOS was raised. */
  readonly locatedAt: number | null
  /** The server has the SOS; only a newer location is unsent. */
  readonly isRaised: boolean
  /** The token of the newest alert that the device knew. */
  readonly alertToken?: string | undefined
}

/** The accuracy at the time of sending. A location that waited with its SOS becomes less accurate with its age. */
const accuracyOf = ({ latitude, accuracy, locatedAt, createdAt }: UnsentSos, now: number): number | null =>
  latitude === null ? null : accuracyAt({ accuracy, at: locatedAt ?? new Date(createdAt).getTime() }, now)

export const sosCommand: SharedCommand<UnsentSos> = {
  kind: 'sos',
  isUrgent: true,
  // The token in it opens the alert on this device.
  needsReply: true,
  // A repetition is harmless, since it has the same client id.
  timeoutMs: 8_000,
  requestOf: ({ id, payload }, { now, alertToken = payload.alertToken }) =>
    requestTo<typeof alertRoutes.raise>({
      method: 'POST',
      path: '/alerts',
      body: { clientId: id, ...coordinatesOfSos(payload), accuracy: accuracyOf(payload, now), textContent: '' },
      alertToken,
    }),
}

/** Milliseconds after which an answer is a late one: another device of the user may have given a newer answer. */
const LATE_MS = 10_000

type AnswerBody = Parameters<typeof requestTo<typeof alertRoutes.answer>>[0]['body']
const answerRequest = (id: string, body: AnswerBody) =>
  requestTo<typeof alertRoutes.answer>({ method: 'PUT', path: '/alerts/:id/answer', params: { id }, body })

export const seenCommand: SharedCommand<{ readonly alertId: string }> = {
  kind: 'alertSeen',
  isContent: false,
  requestOf: ({ payload }) => answerRequest(payload.alertId, { answer: 'seen' }),
}

export const answerCommand: SharedCommand<{ readonly alertId: string; readonly answer: AlertAnswer }> = {
  kind: 'alertAnswer',
  requestOf({ seq, payload: { alertId, answer } }, { now }) {
    // `seq` is the time of the answer by the clock of this device, which may have changed meanwhile.
    const ageMs = Math.min(now - seq, ANSWER_AGE_MAX_MS)
    return answerRequest(alertId, ageMs > LATE_MS ? { answer, ageMs } : { answer })
  },
}
