import { Secret, TOTP } from 'otpauth'

/** An authenticator app with the secret of a user. */
export class Authenticator {
  readonly #secret: Secret
  readonly #now: () => Date
  /** @param now the clock of the server */
  constructor(now: () => Date, secret: string) {
    this.#now = now
    this.#secret = Secret.fromBase32(secret)
  }

  /** Returns the code that the app shows at the server's time, plus these seconds. */
  code(offsetSeconds = 0): string {
    const timestamp = this.#now().getTime() + offsetSeconds * 1000
    return new TOTP({ secret: this.#secret }).generate({ timestamp })
  }
}
