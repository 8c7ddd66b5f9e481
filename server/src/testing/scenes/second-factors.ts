import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { Authenticator } from '../authenticator.ts'
import type { RegisteredUser } from './registered-user.ts'
import type { TestServer } from '../test-server.ts'

/** Turns on the second factor of a user. The code of the next 30 s is not used. */
export async function turnOnSecondFactor(
  noroshi: TestServer,
  { session, password }: RegisteredUser,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await session.fetch(secondFactorRoutes.begin, { body: { currentPassword: password } })
  const app = new Authenticator(noroshi.clock.now, secret)
  const { recoveryCodes } = await session.fetch(secondFactorRoutes.confirm, { body: { code: app.code() } })
  return { app, recoveryCodes }
}
