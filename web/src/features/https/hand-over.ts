import { type HandedOver, type Handover, httpsRoutes } from '@noroshi/contract/https/https.http'
import { HANDOVER_ITEMS_MAX } from '@noroshi/contract/limits'
import { alertTokens, storeAlertToken } from '../../platform/session/alert-tokens.ts'
import { isTemporary } from '../../platform/connection/http-errors.ts'
import { call } from '../../platform/connection/http.ts'
import { currentLanguage, storedLanguage } from '../../platform/language/i18n.ts'
import { newSecret } from '../../platform/ids.ts'
import { accessToken, setAccessToken } from '../../platform/session/session.ts'
import { storageKeys, writeStored } from '../../platform/session/storage.ts'
import { PROBE_TIMEOUT_MS } from '../../platform/tuning.ts'

/** Prefix of the fragment that carries the code. A fragment is in no request, log or referrer. */
const FRAGMENT = '#handover='
/** Attempts of a claim, since its reply may be lost. The first render waits for them, so they are few. */
const CLAIM_ATTEMPTS = 3
/** Milliseconds between two attempts. */
const CLAIM_PAUSE_MS = 500

type UnsentSos = Handover['unsentSos']
let unsentSosOf: () => UnsentSos = () => []

/** Registers the source of the SOS that this device could not send yet. */
export function registerUnsentSos(source: () => UnsentSos) {
  unsentSosOf = source
}

const sosState = () => JSON.stringify([alertTokens(), unsentSosOf()])

/**
 * Opens a page on HTTPS with the session, the alert tokens, an unsent SOS and the language of this page.
 * @param mayLeave is asked again after the request, since an SOS may have begun meanwhile
 * @throws ApiError or OfflineError; the page then stays open
 */
export async function continueOnHttps(origin: string, path: string, mayLeave: () => boolean): Promise<void> {
  const before = sosState()
  const tokens = Object.values(alertTokens()).slice(-HANDOVER_ITEMS_MAX)
  const unsentSos = unsentSosOf().slice(-HANDOVER_ITEMS_MAX)
  const language = storedLanguage() !== null ? currentLanguage() : null
  const isEmpty = accessToken() === null && tokens.length === 0 && unsentSos.length === 0 && language === null
  const fragment = isEmpty
    ? ''
    : FRAGMENT + (await call(httpsRoutes.handOver, { body: { alertTokens: tokens, unsentSos, language } })).code
  if (!mayLeave() || sosState() !== before) return // the code expires unused
  window.location.replace(origin + path + fragment)
}

/** The state of the history entry while a claim runs. */
interface ClaimState {
  readonly claimSecret?: string
}

/**
 * Claims what a page on HTTP handed over, if the address contains a code, and reloads the page. A claim that a reload
 * interrupts continues. Call it before the first render.
 * @returns whether the page reloads
 */
export async function claimHandover(): Promise<boolean> {
  const { hash, pathname, search } = window.location
  if (!hash.startsWith(FRAGMENT)) return false
  const claimSecret = (window.history.state as ClaimState | null)?.claimSecret ?? newSecret() // only this function sets it
  window.history.replaceState({ claimSecret } satisfies ClaimState, '')
  const removeCode = () => window.history.replaceState(null, '', pathname + search) // it must not stay in the history
  const body = { code: hash.slice(FRAGMENT.length), claimSecret, wantsSession: accessToken() === null }
  for (let attempt = 1; attempt <= CLAIM_ATTEMPTS; attempt++) {
    try {
      store(await call(httpsRoutes.claim, { body, timeoutMs: PROBE_TIMEOUT_MS }))
      removeCode()
      window.location.reload() // so that everything starts with the new storage, also the repetition of an unsent SOS
      return true
    } catch (error) {
      if (!isTemporary(error)) break // an old or foreign code: the page opens without it, and the user can sign in
    }
    await new Promise((resolve) => setTimeout(resolve, CLAIM_PAUSE_MS))
  }
  removeCode()
  return false
}

function store({ accessToken: token, deviceId, alertTokens: tokens, unsentSos, language }: HandedOver) {
  if (token !== null) setAccessToken(token)
  if (deviceId !== null) writeStored(storageKeys.deviceId, deviceId)
  for (const [alertId, alertToken] of Object.entries(tokens)) storeAlertToken(alertId, alertToken)
  // The next page adopts them into its outbox.
  if (unsentSos.length > 0) writeStored(storageKeys.unsentSos, JSON.stringify(unsentSos))
  if (language !== null) writeStored(storageKeys.language, language)
}
