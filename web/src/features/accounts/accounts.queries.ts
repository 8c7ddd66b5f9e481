import { type QueryClient, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { z } from 'zod'
import {
  accountRoutes,
  type Login,
  type Me,
  type Registration,
  type SharingMode,
  type Unit,
} from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { allowedLocation } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { ApiError } from '../../platform/connection/http-errors.ts'
import {
  currentLanguage,
  type MessageKey,
  setLanguage,
  storeLanguage,
  storedLanguage,
  text,
} from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { paths } from '../../platform/paths/paths.ts'
import {
  accessToken,
  clearSession,
  deviceId,
  isSessionInMemory,
  markSignOut,
  markSignOutSent,
  setAccessToken,
  setSessionUser,
  useAccessToken,
} from '../../platform/session/session.ts'
import { unsubscribeBrowser } from '../../platform/push/push-subscription.ts'
import { takeAfterSignIn } from '../../platform/session/after-sign-in.ts'
import { storageKeys, writeStored } from '../../platform/session/storage.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import { diskOf, storeOf } from '../../platform/store/stores.ts'
import { SESSION_END_MS } from '../../platform/tuning.ts'
import { releaseUnsaved } from '../../platform/forms/unsaved.ts'
import { toastAfterReload, toastError, toastSuccess } from '../../ui/states/toast.tsx'
import type { RegistrationCodes } from './registration.ts'
import { endSessionLater } from './unsent-sign-outs.ts'

async function fetchUnit(): Promise<Unit> {
  const unit = await call(accountRoutes.unit)
  writeStored(storageKeys.unitName, unit.name)
  return unit
}

export const unitQuery = queryOptions({ queryKey: storedKey('accounts', 'unit'), queryFn: fetchUnit })

async function fetchMe(): Promise<Me> {
  const token = accessToken()
  const me = await call(accountRoutes.me)
  setSessionUser(token, me.id)
  return me
}

export const meQuery = queryOptions({ queryKey: storedKey('accounts', 'me'), queryFn: fetchMe })

/** The signed-in user; null for a visitor, undefined while loading. */
export function useMe(): Me | null | undefined {
  const isSignedIn = useAccessToken() !== null
  const { data } = useQuery({ ...meQuery, queryFn: isSignedIn ? fetchMe : skipToken })
  return isSignedIn ? data : null
}

const isCodeRequired = (error: unknown) => error instanceof ApiError && error.code === 'auth.codeRequired'

/**
 * Signs in. The result is null if the user has a second factor and the server asks for a code. On success the page
 * reloads at home, with the topics and files of the user (specification, section 4). A browser that cannot store the session
 * opens home without a reload, which would lose it.
 */
export function useLogin() {
  const openHome = useOpenHome()
  return useMutation({
    mutationFn: async (login: z.input<typeof Login> & { readonly code?: string }) => {
      // Before the sign-in, no consent to send a location is known.
      const body = { ...login, location: null, deviceId: deviceId() }
      return call(accountRoutes.login, { body }).catch((error: unknown) => {
        if (isCodeRequired(error)) return null
        throw error
      })
    },
    onSuccess: async (reply) => {
      if (reply === null) return
      await openHome(reply.accessToken)
    },
  })
}

/**
 * Returns a function that opens home, or the link that the visitor opened before, with a new session, by a reload if the browser has
 * stored the session, and shows a toast there.
 */
function useOpenHome() {
  const cache = useQueryClient()
  const router = useRouter()
  return async (token: string, toast?: MessageKey): Promise<void> => {
    setAccessToken(token)
    const me = await cache.fetchQuery(meQuery).catch(() => null) // home fetches it again
    const address = takeAfterSignIn() ?? paths.home
    const isNewLanguage = me !== null && storedLanguage() === null
    if (isSessionInMemory()) {
      if (isNewLanguage) await setLanguage(me.language)
      router.history.push(address)
      if (toast !== undefined) toastSuccess(toast)
      return
    }
    if (isNewLanguage) storeLanguage(me.language)
    if (toast !== undefined) toastAfterReload(toast)
    window.location.assign(address)
  }
}

function removeRegistrationCodes() {
  writeStored(storageKeys.setupCode, null)
  writeStored(storageKeys.inviteCode, null)
}

const isCodeRefused = (error: unknown) => error instanceof ApiError && ['auth.setupCode', 'auth.inviteCode'].includes(error.code)

/**
 * Registers an account and signs in. The result is null if the account was created and the sign-in failed, for example
 * because the connection was lost. A code of a link is removed from the storage when it is used or refused.
 */
export function useRegister() {
  const openHome = useOpenHome()
  return useMutation({
    mutationFn: async (registration: z.input<typeof Registration> & RegistrationCodes) => {
      await call(accountRoutes.register, { body: registration })
      const { email, password } = registration
      const body = { email, password, location: null, deviceId: deviceId() }
      return call(accountRoutes.login, { body }).catch(() => null)
    },
    onSuccess: async (reply) => {
      removeRegistrationCodes()
      if (reply === null) return
      releaseUnsaved()
      await openHome(reply.accessToken, 'accounts.created')
    },
    onError: (error) => {
      if (isCodeRefused(error)) removeRegistrationCodes()
    },
  })
}

/** Signs out. If the server cannot be reached, the session ends on this device at once and on the server later. */
export function useLogout() {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    onMutate: () => {
      markSignOut()
      return accessToken() // the server ends the session before it replies
    },
    mutationFn: async () => {
      const reply = call(accountRoutes.logout, { body: { location: await allowedLocation() } })
      markSignOutSent()
      return reply
    },
    onSettled: async (_reply, error, _input, token) => {
      const isEnded = error === null || (error instanceof ApiError && error.code === 'unauthorized')
      if (!isEnded && typeof token === 'string') endSessionLater(token)
      await leaveAccount(cache)
    },
  })
}

/** Removes the data of the user from this browser and opens the sign-in. */
export async function leaveAccount(cache: QueryClient): Promise<void> {
  await outbox.discardOfUsers()
  // The browser leaves the page right after the end of its session. The next page repeats a deletion that fails or takes
  // too long.
  const deleted = Promise.all([unsubscribeBrowser(), diskOf(storeOf(cache))?.clear()])
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, SESSION_END_MS))])
  clearSession()
  cache.clear()
  window.location.assign(paths.login)
}

/** Saves the language on the server, then reloads the page (specification, section 4). */
export function useChangeLanguage() {
  const isSignedIn = useAccessToken() !== null
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (language: Language) => {
      if (!isSignedIn) return setLanguage(language)
      // They differ if the user has prevented the reload after a change.
      if (language === currentLanguage() && language === storedLanguage()) return
      await call(accountRoutes.changeLanguage, { body: { language } })
      if (isSessionInMemory()) return setLanguage(language)
      storeLanguage(language)
      window.location.reload()
    },
    onError: () => toastError(text('accounts.languageFailed')),
  })
}

export function useChooseSharing() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mode: SharingMode) => call(accountRoutes.chooseSharing, { body: { mode } }),
    onSuccess: (me) => cache.setQueryData(meQuery.queryKey, me),
  })
}
