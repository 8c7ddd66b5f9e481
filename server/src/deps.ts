import type { Config } from '#/config.ts'
import type { JobStarts } from '#/db/jobs.ts'
import type { Db } from '#/db/pool.ts'
import type { RateLimiter } from '#/db/rate-limits.ts'
import type { Transaction } from '#/db/transaction.ts'
import type { DailyUsage } from '#/features/accounts/server/daily-usage.ts'
import type { AlertSources } from '#/features/alerts/anonymous/alert-sources.service.ts'
import type { AnonymousBudget } from '#/features/alerts/anonymous/anonymous-budget.ts'
import type { DeliveryCounts } from '#/features/health/delivery-counts.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import type { Screens } from '#/http/screens.ts'
import type { Metrics } from '#/metrics.ts'
import type { DiskSpace } from '#/ports/disk-guard.ts'
import type { Mail } from '#/ports/mail.ts'
import type { Speech, SpeechSynthesizer } from '#/ports/speech.ts'
import type { Storage } from '#/ports/storage.ts'
import type { System } from '#/ports/system.ts'
import type { EndpointRelay } from '#/realtime/endpoint-relay.ts'
import type { Realtime } from '#/realtime/io.ts'
import type { JournalEvent } from '#/realtime/journal-reader.ts'
import type { Presence } from '#/realtime/presence.ts'
import type { HttpsServer } from '#/tls/https-server.ts'
import type { Topics } from '#/realtime/topics.ts'

/**
 * The dependencies of the services. app.ts creates them once. Tests use the same ones and replace only mail, clock and
 * hardware.
 */
export interface Deps {
  readonly config: Config
  readonly db: Db
  /** The URL of the database, for processes of their own. */
  readonly databaseUrl: string
  readonly transaction: Transaction
  readonly journal: {
    /** Wakes the readers of all processes. Called after a commit that wrote events without `transaction`. */
    wake(): void
    /** Resolves when the sockets of this process have received every event that was committed before. */
    flush(): Promise<void>
    /** Calls the listener after each event, when the sockets of this process have received it. */
    onDelivered(listener: (event: JournalEvent) => void): void
  }
  readonly topics: Topics
  readonly realtime: Realtime
  /** Counts requests and attempts over all processes. */
  readonly rateLimiter: RateLimiter
  /** Emits to one page in any process and waits for its acknowledgement. */
  readonly relay: EndpointRelay
  /** Tracks which devices of which users are connected, in any process. */
  readonly presence: Presence
  /** null: other processes of the server may use the database. */
  readonly jobStarts: JobStarts | null
  readonly storage: Storage
  readonly disk: DiskSpace
  readonly system: System
  readonly speech: Speech
  readonly synthesizer: SpeechSynthesizer
  /** null without a configured mail server. */
  readonly mail: Mail | null
  /** null unless the server has an HTTPS port of its own. */
  readonly https: HttpsServer | null
  /** Counts what callers without a session store. */
  readonly anonymousBudget: AnonymousBudget
  /** Counts notifications and emails that were sent or failed. */
  readonly deliveries: DeliveryCounts
  /** Counts what each user sends in a day. */
  readonly dailyUsage: DailyUsage
  /** Tracks which sources of anonymous alerts are muted. */
  readonly alertSources: AlertSources
  /** The server's clock. */
  readonly now: () => Date
  /** Returns the user of a session token; null for an unknown, ended or expired session and for a deactivated user. */
  readonly sessions: { viewerOf(token: string): Promise<SignedIn | null> }
  readonly screens: Screens
  /** `alertOf` returns the id of the alert that a valid token belongs to, else null. */
  readonly alertTokens: { alertOf(token: string): Promise<string | null>; tokenFor(alertId: string): string }
  /** Grants the media cookie with this hash access to the files of an alert. */
  readonly keepAlertGrant: (grant: { readonly cookieHash: Buffer; readonly alertId: string }) => Promise<void>
  readonly metrics: Metrics
  /** Whether each reply is validated by the contract. Only in tests. */
  readonly checksReplies: boolean
  /**
   * Runs a task in the background. Replies do not wait for it, but the close of the server does. Failures are logged.
   */
  readonly runInBackground: (task: () => Promise<void>) => void
  /**
   * Calls the function when the server closes, after the last request, the background tasks and the journal. The constructor
   * of a service with pending work passes its `close`, so that no list of services can lack one.
   */
  readonly onClose: (close: () => Promise<void>) => void
  /** Logs a failure that no caller receives. */
  readonly logError: (error: unknown) => void
}
