import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import type { Caller } from '../caller.ts'
import type { TestServer } from '../test-server.ts'
import { accountOf } from '../access/request-values.ts'

/** A user who registered with an email and a password, and one of their sessions. */
export interface RegisteredUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly session: Caller
}

/** Signs in. `code` is that of a second factor. */
export const signIn = (noroshi: TestServer, email: string, password: string, code?: string) =>
  noroshi.visitor.request(accountRoutes.login, { body: { email, password, ...(code !== undefined && { code }) } })

/** Registers a user and signs in. */
export async function registerUser(noroshi: TestServer, name: string): Promise<RegisteredUser> {
  const { email, password, ...names } = accountOf(name)
  const { id } = await noroshi.visitor.fetch(accountRoutes.register, { body: { ...names, email, password } })
  return { id, email, password, session: noroshi.as((await signIn(noroshi, email, password)).body.accessToken) }
}
