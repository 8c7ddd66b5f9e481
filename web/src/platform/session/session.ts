import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { newId } from '../ids.ts'
import { createEmitter } from '../observable.ts'
import { clearStored, isMemoryOnly, onStored, readStored, storageKeys, writeStored } from './storage.ts'

export const accessToken = (): string | null => readStored(storageKeys.accessToken)

/** Stores the token of a new session. */
export const setAccessToken = (token: string) => writeStored(storageKeys.accessToken, token)

/** Calls back when the token changes: at login, at logout and in other tabs. */
export const onAccessToken = (listener: () => void) => onStored(storageKeys.accessToken, listener)

export const useAccessToken = (): string | null => useSyncExternalStore(onAccessToken, accessToken, accessToken)

/** Whether the browser has refused to store the session: it ends when the page is closed or reloaded. */
export const isSessionInMemory = (): boolean => isMemoryOnly(storageKeys.accessToken)

export const useIsSessionInMemory = (): boolean => useSyncExternalStore(onAccessToken, isSessionInMemory, isSessionInMemory)

/** Returns the random id of this browser. It is created once and outlives sessions. */
export function deviceId(): string {
  const known = readStored(storageKeys.deviceId)
  if (known !== null) return known
  const created = newId()
  writeStored(storageKeys.deviceId, created)
  return created
}

/**
 * The user of a session, from a reply to a request with this token. It is stored, so that a reloaded page knows it at
 * once.
 */
const SessionUser = z.object({ token: z.string(), id: z.string() })

let sessionUser: { readonly token: string | null; readonly id: string } | null = null
const userReported = createEmitter()

/** Records the user of a session, from a reply to a request that was sent with this token. */
export function setSessionUser(token: string | null, id: string) {
  sessionUser = { token, id }
  // The session did not end meanwhile.
  if (token !== null && token === accessToken()) writeStored(storageKeys.sessionUser, JSON.stringify(sessionUser))
  userReported.emit()
}

function readSessionUser(): z.infer<typeof SessionUser> | null {
  try {
    return SessionUser.parse(JSON.parse(readStored(storageKeys.sessionUser) ?? 'null'))
  } catch {
    return null // absent, or written by another version of the application
  }
}

/** Id of the user to whom the current token belongs; null until the server has reported it. */
export function sessionUserId(): string | null {
  const token = accessToken()
  if (token !== null && sessionUser?.token !== token) sessionUser = readSessionUser()
  return sessionUser?.token === token ? sessionUser.id : null
}

/** Returns the fields with which speech and voice commands name their sender (specification, section 3). */
export function senderFields(): { readonly UserId?: string; readonly accessToken?: string } {
  const [userId, token] = [sessionUserId(), accessToken()]
  return { ...(userId !== null && { UserId: userId }), ...(token !== null && { accessToken: token }) }
}

/** Calls back when the server has reported to whom the session belongs. */
export const onSessionUser = userReported.subscribe

let isSignOutChosen = false

/**
 * Records that the user chose to sign out, so that the end of the session is not reported as an error. It applies until
 * the page reloads.
 */
export const markSignOut = () => {
  isSignOutChosen = true
}
export const isSigningOut = (): boolean => isSignOutChosen

let isSignOutSent = false

/** Records that the request of the sign-out was sent: the browser leaves the page whatever the reply is. */
export const markSignOutSent = () => {
  isSignOutSent = true
}
export const isLeaving = (): boolean => isSignOutSent

/** Codes of links, which may be opened while an ended session is still stored. */
const LINK_CODES = [storageKeys.resetToken, storageKeys.emailToken, storageKeys.setupCode, storageKeys.inviteCode]

/**
 * Ends the session on this device, because the server has ended it, and removes the data of its user, unsent content
 * included (decisions/0019). The language, alert tokens, an unsent SOS and the code of an opened link stay.
 */
export const endSession = () => clearStored(LINK_CODES)

/** Removes the data of a user who signs out. The language, alert tokens and an unsent SOS stay. */
export const clearSession = () => clearStored()
