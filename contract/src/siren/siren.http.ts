import { z } from 'zod'
import { AlertGroup } from '../alerts/alert-groups.http.ts'
import { Alert } from '../alerts/alerts.http.ts'
import { Person } from '../accounts/accounts.http.ts'
import { defineRoutes, Uuid } from '../define.ts'
import { SpokenAudio } from '../messaging/messaging.http.ts'
import { SpeechLanguage, SpokenType } from '../speech/speech-service.ts'

/** An alert as a siren screen shows it: what the emergency dialog shows, without ids of users, files, counts and chat. */
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
  })
  .meta({ id: 'SirenAlert' })
export type SirenAlert = z.infer<typeof SirenAlert>

/** All that a siren screen may read. */
export const SirenState = z
  .object({
    /** The name of the screen. */
    name: z.string(),
    unitName: z.string(),
    /** Its alert groups without deleted ones, ordered by name. Without any, the screen receives no alert. */
    groups: z.array(AlertGroup.pick({ name: true, isBuiltIn: true })),
    /** The active alerts of its groups, newest first, at most SIREN_ALERTS_MAX. */
    alerts: z.array(SirenAlert),
    /** Number of all active alerts of its groups. */
    total: z.int().nonnegative(),
  })
  .meta({ id: 'SirenState' })
export type SirenState = z.infer<typeof SirenState>

/** Letters and digits that are not confused with each other (Crockford's Base32). */
export const SIREN_CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Characters of a code: 50 bits. */
export const SIREN_CODE_LENGTH = 10

/** Returns a code as it is stored: capitals without separators, and the digits for which I, L and O are typed. */
export const normalizeSirenCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s‐-―−ー_-]/g, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')

/** Returns a code in two groups, as people read it: `7K3QF-9WX2M`. */
export const formatSirenCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`

/** The code that an administrator created, as it was typed. */
const SirenCode = z
  .string('common.required')
  .max(40, 'siren.codeLength')
  .transform(normalizeSirenCode)
  .refine((code) => code.length === SIREN_CODE_LENGTH, 'siren.codeLength')

/** The form on the screen's device. */
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
    reply: SirenState,
    summary: 'The active alerts of the alert groups of a siren screen.',
  },
  speak: {
    method: 'GET',
    path: '/siren/alerts/:id/text-to-speech',
    access: 'screen',
    params: z.object({ id: Uuid }),
    query: z.object({ mimeType: SpokenType.default('audio/webm'), language: SpeechLanguage.default('en') }),
    errors: ['alert.notFound', 'speech.noVoice', 'tooManyRequests'],
    reply: SpokenAudio,
    summary: 'The announcement of an alert of the screen as sound: who raised it and its text.',
  },
})
