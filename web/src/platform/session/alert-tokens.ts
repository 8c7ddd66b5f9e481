import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { onStored, readStored, storageKeys, writeStored } from './storage.ts'

/** Maps an alert id to the token that gives this device access to the alert. */
export type AlertTokens = Readonly<Record<string, string>>

const Stored = z.record(z.string(), z.string())
let parsed: { raw: string | null; tokens: AlertTokens } = { raw: null, tokens: {} }

const parse = (raw: string): AlertTokens => {
  try {
    return Stored.parse(JSON.parse(raw))
  } catch {
    return {} // another program wrote this value: the page works without tokens
  }
}

/** Returns the same object until a token changes, as `useSyncExternalStore` requires. */
export function alertTokens(): AlertTokens {
  const raw = readStored(storageKeys.alertTokens)
  if (raw !== parsed.raw) parsed = { raw, tokens: raw === null ? {} : parse(raw) }
  return parsed.tokens
}

export const alertToken = (alertId: string): string | undefined => alertTokens()[alertId]

/** Returns the token of the newest alert of this device. With it, the server adds a second SOS to the same alert. */
export function newestAlertToken(): string | undefined {
  const tokens = alertTokens()
  const newest = Object.keys(tokens).reduce((latest, id) => (id > latest ? id : latest), '') // ids sort by time
  return tokens[newest]
}

/** Max tokens that this device stores. The oldest are removed first; tokens of alerts of some days ago have expired. */
const MAX_STORED = 50

function write(alertId: string, token: string | null) {
  const { [alertId]: _before, ...others } = alertTokens()
  const entries = [...Object.entries(others), ...(token === null ? [] : [[alertId, token]])]
  writeStored(storageKeys.alertTokens, JSON.stringify(Object.fromEntries(entries.slice(-MAX_STORED))))
}

export const storeAlertToken = (alertId: string, token: string) => write(alertId, token)

/** Removes a token because its alert no longer exists for it. */
export const removeAlertToken = (alertId: string) => write(alertId, null)

/** Max tokens in the handshake of a socket. */
const MAX_PER_SOCKET = 20

/** Returns the newest tokens: the socket and the catch-up use them. */
export const latestAlertTokens = (): string[] => Object.values(alertTokens()).slice(-MAX_PER_SOCKET)

export const onAlertTokens = (listener: () => void) => onStored(storageKeys.alertTokens, listener)

export const useAlertTokens = (): AlertTokens => useSyncExternalStore(onAlertTokens, alertTokens)
