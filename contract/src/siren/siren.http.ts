import { z } from 'zod'
import { AlertGroup } from '../alerts/alert-groups.http.ts'
import { Alert } from '../alerts/alerts.http.ts'
import { RaisedForName } from '../alerts/raised-for.ts'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Uuid } from '../define.ts'
import { SpokenAudio } from '../messaging/messaging.http.ts'
import { RollCall } from '../roll-calls/roll-calls.ts'
import { SpeechLanguage, SpokenType } from '../speech/speech-service.ts'
import { normalizeCode } from '../text/typed-code.ts'

/**
 * An alert as a siren screen shows it: the content of the emergency dialog without user ids, files, counts and chat.
 */
export const SirenAlert = Alert.pick({
  id: true,
  createdAt: true,
  latitude: true,
  longitude: true,
  accuracy: true,
  textContent: true,
})
  .extend({
    /** null: the raiser is anonymous. */
    raisedBy: Person.pick({ firstName: true, lastName: true, fullName: true }).nullable(),
    /** Absent: the raiser needs help. */
    raisedFor: RaisedForName.optional(),
  })
  .meta({ id: 'SirenAlert' })
export type SirenAlert = z.infer<typeof SirenAlert>

/** Roll-calls that a siren screen shows. */
export const SIREN_ROLL_CALLS_MAX = 3

/** All data that a siren screen may read. */
export const SirenState = z
  .object({
    /** The name of the screen. */
    name: z.string(),
    unitName: z.string(),
    /** Its alert groups, except deleted ones, ordered by name. Without a group, the screen receives no alert. */
    groups: z.array(AlertGroup.pick({ name: true, isBuiltIn: true })),
    /** The active alerts of its groups, newest first, at most SIREN_ALERTS_MAX. */
    alerts: z.array(SirenAlert),
    /** Number of all active alerts of its groups. */
    total: z.int().nonnegative(),
    /** The open urgent roll-calls of all users, newest first, at most SIREN_ROLL_CALLS_MAX. */
    rollCalls: z.array(RollCall.pick({ id: true, createdAt: true, title: true, text: true, isDrill: true })),
  })
  .meta({ id: 'SirenState' })
export type SirenState = z.infer<typeof SirenState>

/** Characters of a code, which has 50 bits. */
export const SIREN_CODE_LENGTH = 10

/** Formats a code in two groups for people: `7K3QF-9WX2M`. */
export const formatSirenCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** The code that an administrator created, as the user typed it. */
const SirenCode = z
  .string('common.required')
  .max(40, 'siren.codeLength')
  .transform(normalizeCode)
  .refine((code) => code.length === SIREN_CODE_LENGTH, 'siren.codeLength')

/** The form that connects a device as a siren screen. */
export const PairForm = z.object({ code: SirenCode })

export const sirenRoutes = defineRoutes({
  pair: {
    method: 'POST',
    path: '/siren/pair',
    access: 'public',
    body: PairForm,
    errors: ['siren.codeInvalid', 'tooManyRequests'],
    status: 201,
    reply: z.object({
      /** 256 random bits. The screen sends it as a bearer token. No other reply contains it. */
      token: z.string(),
    }),
    summary: 'Exchange the code of a siren screen for its token. A code works once.',
  },
  state: {
    method: 'GET',
    path: '/siren',
    access: 'screen',
    screen: 'siren',
    reply: SirenState,
    summary: 'The active alerts of the alert groups of a siren screen.',
  },
  speak: {
    method: 'GET',
    path: '/siren/alerts/:id/text-to-speech',
    access: 'screen',
    screen: 'siren',
    params: z.object({ id: Uuid }),
    query: z.object({ mimeType: SpokenType.default('audio/webm'), language: SpeechLanguage.default('en') }),
    errors: ['alert.notFound', 'speech.noVoice', 'tooManyRequests'],
    reply: SpokenAudio,
    summary: 'The announcement of an alert of the screen as sound: who raised it and its text.',
  },
})
