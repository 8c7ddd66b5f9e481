import type { AlertAnswer, alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { ResponderProgress } from '@noroshi/contract/alerts/handling'
import { ANSWER_AGE_MAX_MS } from '@noroshi/contract/limits'
import { coordinatesOfSos } from '../../platform/device/coordinates.ts'
import { accuracyAt } from '../../platform/device/fix.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'

export interface UnsentSos {
  readonly createdAt: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Accuracy in metres at the time `locatedAt`. */
  readonly accuracy: number | null
  /** Time of the location by the device's clock, in milliseconds since 1970; null: the time of the SOS. */
  readonly locatedAt: number | null
  /** Whether the server has the SOS. Only a newer location is then unsent. */
  readonly isRaised: boolean
  /** The text that the user typed, on the plain page (decisions/0167) or for another person. */
  readonly textContent?: string | undefined
  /** The person for whom the user raised it; absent: the user needs help. */
  readonly raisedFor?: { readonly userId: string | null; readonly name: string } | undefined
  /** The token of the newest alert of the device when the SOS was raised. */
  readonly alertToken?: string | undefined
}

/** Returns the accuracy in metres at the time of sending. The radius grows with the age of the location. */
const accuracyOf = ({ latitude, accuracy, locatedAt, createdAt }: UnsentSos, now: number): number | null =>
  latitude === null ? null : accuracyAt({ accuracy, at: locatedAt ?? new Date(createdAt).getTime() }, now)

export const sosCommand: SharedCommand<UnsentSos> = {
  kind: 'sos',
  isUrgent: true,
  // The token in the reply opens the alert on this device.
  needsReply: true,
  // A retry is harmless, because it has the same client id.
  timeoutMs: 8_000,
  requestOf: ({ id, payload }, { now, alertToken = payload.alertToken }) =>
    requestTo<typeof alertRoutes.raise>({
      method: 'POST',
      path: '/alerts',
      body: {
        clientId: id,
        ...coordinatesOfSos(payload),
        accuracy: accuracyOf(payload, now),
        textContent: payload.textContent ?? '',
        raisedFor: payload.raisedFor ?? null,
      },
      alertToken,
    }),
}

/** Milliseconds after which an answer counts as late: another device of the user may have sent a newer answer. */
const LATE_MS = 10_000

type AnswerBody = Parameters<typeof requestTo<typeof alertRoutes.answer>>[0]['body']
const answerRequest = (id: string, body: AnswerBody) =>
  requestTo<typeof alertRoutes.answer>({ method: 'PUT', path: '/alerts/:id/answer', params: { id }, body })

export const seenCommand: SharedCommand<{ readonly alertId: string }> = {
  kind: 'alertSeen',
  isContent: false,
  requestOf: ({ payload }) => answerRequest(payload.alertId, { answer: 'seen' }),
}

/** Additions of a user who responds to the answer. An absent field does not change. */
export interface AnswerDetails {
  readonly progress?: ResponderProgress | undefined
  /** Whether an anonymous raiser may see who responds. */
  readonly isShownToRaiser?: boolean | undefined
}

export const answerCommand: SharedCommand<AnswerDetails & { readonly alertId: string; readonly answer: AlertAnswer }> = {
  kind: 'alertAnswer',
  requestOf({ seq, payload: { alertId, answer, progress, isShownToRaiser } }, { now }) {
    // `seq` is the time of the answer by the clock of this device, which may have changed meanwhile.
    const ageMs = Math.min(now - seq, ANSWER_AGE_MAX_MS)
    return answerRequest(alertId, {
      answer,
      ...(progress && { progress }),
      ...(isShownToRaiser !== undefined && { isShownToRaiser }),
      ...(ageMs > LATE_MS && { ageMs }),
    })
  },
}
