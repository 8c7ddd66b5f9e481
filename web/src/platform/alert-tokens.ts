import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { onStored, readStored, storageKeys, writeStored } from './storage.ts'

/** Alert id -> the token that opens it for this device. */
export type AlertTokens = Readonly<Record<string, string>>

const Stored = z.record(z.string(), z.string())
let parsed: { raw: string | null; tokens: AlertTokens } = { raw: null, tokens: {} }

const parse = (raw: string): AlertTokens => {
  try {
    return Stored.parse(JSON.parse(raw))
  } catch {
    return {} // written by something else: no token is better than no page
  }
}

/** The same object until something changes, as an external store must answer. */
export function alertTokens(): AlertTokens {
  const raw = readStored(storageKeys.alertTokens)
  if (raw !== parsed.raw) parsed = { raw, tokens: raw === null ? {} : parse(raw) }
  return parsed.tokens
}

export const alertToken = (alertId: string): string | undefined => alertTokens()[alertId]

/** As many as this device remembers: alerts of days ago, whose tokens are over, go first. */
const REMEMBERED = 50

function write(alertId: string, token: string | null) {
  const { [alertId]: _before, ...others } = alertTokens()
  const entries = [...Object.entries(others), ...(token === null ? [] : [[alertId, token]])]
  writeStored(storageKeys.alertTokens, JSON.stringify(Object.fromEntries(entries.slice(-REMEMBERED))))
}

export const keepAlertToken = (alertId: string, token: string) => write(alertId, token)

/** The alert is not there for its token any more. */
export const dropAlertToken = (alertId: string) => write(alertId, null)

/** As many as a socket may bring along; the newest ones. */
const AT_ONCE = 20

/** The tokens that this device goes on listening with. */
export const latestAlertTokens = (): string[] => Object.values(alertTokens()).slice(-AT_ONCE)

export const onAlertTokens = (listener: () => void) => onStored(storageKeys.alertTokens, listener)

export const useAlertTokens = (): AlertTokens => useSyncExternalStore(onAlertTokens, alertTokens)
