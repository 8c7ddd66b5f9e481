import { redirect, type ResolveParams } from '@tanstack/react-router'
import { z } from 'zod'
import { parseIds } from '../platform/paths/path-ids.ts'
import { paths } from '../platform/paths/paths.ts'
import { accessToken } from '../platform/session/session.ts'
import { storageKeys, writeStored } from '../platform/session/storage.ts'

/** Returns the path of a route with ids and its parser. An invalid id leads to the not-found page. */
export const withIds = <Path extends string>(path: Path) => ({
  path,
  params: { parse: (raw: ResolveParams<Path>) => parseIds(raw) },
})

/** A secret in the query of a link. The router parses a code of digits as a number. */
const Code = z.coerce.string().optional().catch(undefined)
export const PageSearch = z.object({ search: Code })
export const RegisterSearch = z.object({ setup: Code, invite: Code })
/** The token of a mailed link. */
export const TokenSearch = z.object({ token: Code })

/**
 * Redirects visitors to the login. Use it only on routes that no visitor may see; the server decides about all others.
 */
export function requireSession() {
  // The router expects a thrown redirect.
  if (accessToken() === null) throw redirect({ to: paths.login })
}

/** Redirects signed-in users to the home screen, because login and registration are for visitors. */
export function requireNoSession() {
  if (accessToken() !== null) throw redirect({ to: paths.home, replace: true })
}

/** Moves the codes of a registration link into storage and removes them from the address and the history. */
export function storeRegistrationCodes({ search: { setup, invite } }: { search: z.output<typeof RegisterSearch> }) {
  requireNoSession()
  if (setup === undefined && invite === undefined) return
  writeStored(storageKeys.setupCode, setup ?? null)
  writeStored(storageKeys.inviteCode, invite ?? null)
  throw redirect({ to: paths.register, replace: true })
}

/** Moves the token of a password reset link into storage and removes it from the address and the history. */
export function storeResetToken({ search: { token } }: { search: z.output<typeof TokenSearch> }) {
  if (token === undefined) return
  writeStored(storageKeys.resetToken, token)
  throw redirect({ to: paths.resetPassword, replace: true })
}

/** Moves the token that confirms a new email address into storage and removes it from the address and the history. */
export function storeEmailToken({ search: { token } }: { search: z.output<typeof TokenSearch> }) {
  if (token === undefined) return
  writeStored(storageKeys.emailToken, token)
  throw redirect({ to: paths.confirmEmail, replace: true })
}
