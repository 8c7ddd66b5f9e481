import type { Config } from '#/config.ts'
import type { Db } from '#/db/pool.ts'
import type { Transaction } from '#/db/transaction.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import type { Mail } from '#/ports/mail.ts'
import type { Storage } from '#/ports/storage.ts'
import type { Announcer } from '#/realtime/announcer.ts'
import type { Realtime } from '#/realtime/io.ts'

/** What services are made of. Built once in app.ts; tests build it too and fake only mail, clock and hardware. */
export interface Deps {
  readonly config: Config
  readonly db: Db
  readonly transaction: Transaction
  readonly announcer: Announcer
  readonly realtime: Realtime
  readonly storage: Storage
  /** null where the operator set no mail server. */
  readonly mail: Mail | null
  /** The server's clock. */
  readonly now: () => Date
  /** Who holds a session's token; null for an unknown, ended or expired one and for a deactivated person. */
  readonly sessions: { viewerOf(token: string): Promise<SignedIn | null> }
  /** The alert whose token this is, while it is valid. */
  readonly alertTokens: { alertOf(token: string): Promise<string | null>; tokenFor(alertId: string): string }
  /** Lets the media cookie of this hash open an alert's files. */
  readonly keepAlertGrant: (grant: { readonly cookieHash: Buffer; readonly alertId: string }) => Promise<void>
  /** Tests prove that each reply is what the contract says. */
  readonly checksReplies: boolean
  /** Work that an answer does not wait for; the end of the server does. What fails is told to the log. */
  readonly afterwards: (work: () => Promise<void>) => void
  /** Tells the log of something that nobody waits for. */
  readonly logError: (error: unknown) => void
}
