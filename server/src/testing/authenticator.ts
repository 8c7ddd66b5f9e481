import { Secret, TOTP } from 'otpauth'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import type { RegisteredUser } from './registered-user.ts'
import type { TestServer } from './test-server.ts'

/** An authenticator app with the secret of a user. Its clock is that of the server. */
export class Authenticator {
  readonly #secret: Secret
  readonly #noroshi: TestServer
  constructor(noroshi: TestServer, secret: string) {
    this.#noroshi = noroshi
    this.#secret = Secret.fromBase32(secret)
  }

  /** Returns the code that the app shows at the server's time, plus these seconds. */
  code(offsetSeconds = 0): string {
    const timestamp = this.#noroshi.clock.now().getTime() + offsetSeconds * 1000
    return new TOTP({ secret: this.#secret }).generate({ timestamp })
  }
}

/** Turns on the second factor of a user. The code of the next 30 s is not used. */
export async function turnOnSecondFactor(
  noroshi: TestServer,
  { session, password }: RegisteredUser,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await session.fetch(secondFactorRoutes.begin, { body: { currentPassword: password } })
  const app = new Authenticator(noroshi, secret)
  const { recoveryCodes } = await session.fetch(secondFactorRoutes.confirm, { body: { code: app.code() } })
  return { app, recoveryCodes }
}
