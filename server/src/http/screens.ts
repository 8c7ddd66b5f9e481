import type { EventName } from '@noroshi/contract/realtime'
import type { Db } from '#/db/pool.ts'

/** A device with a token of its own that is no user (decisions/0141). Only the routes of its kind and its socket identify it. */
export interface Screen {
  readonly id: string
  /** The ids of what it may read, such as its alert groups. */
  readonly scope: readonly string[]
  /** The rooms of its sockets. No event of users is emitted to them. */
  readonly rooms: readonly string[]
}

/** A kind of screens, which a feature declares in its manifest. */
export interface ScreenKind {
  /** The name that routes have in `screen`. */
  readonly name: string
  /**
   * Returns the screen of a token; null for an unknown token and a revoked screen. It queries the database each time, so
   * that a revocation applies at once.
   */
  readonly find: (db: Db, token: string) => Promise<Screen | null>
  /** The event to the room of a revoked screen. Its sockets are disconnected after it. */
  readonly revoked: EventName
}

/** A screen that a token identified. */
export interface FoundScreen extends Screen {
  readonly revoked: EventName
}

/** The screens of all kinds. */
export class Screens {
  readonly #db: Db
  readonly #kinds: readonly ScreenKind[]

  constructor(db: Db, kinds: readonly ScreenKind[]) {
    this.#db = db
    this.#kinds = kinds
  }

  /** The events after which the sockets of a screen are disconnected. */
  get revocations(): readonly EventName[] {
    return this.#kinds.map(({ revoked }) => revoked)
  }

  has(kind: string): boolean {
    return this.#kinds.some(({ name }) => name === kind)
  }

  /**
   * Returns the screen of a token; null for an unknown token and a revoked screen.
   * @param kind the only kind that is searched; all kinds by default
   */
  async find(token: string, kind?: string): Promise<FoundScreen | null> {
    for (const { name, find, revoked } of this.#kinds) {
      const screen = kind === undefined || kind === name ? await find(this.#db, token) : null
      if (screen !== null) return { ...screen, revoked }
    }
    return null
  }
}
