import { isDeepStrictEqual } from 'node:util'
import { TAK_MARKERS_MAX, TakIdentity, type TakProblem } from '@noroshi/contract/exchange/tak.http'
import { FALLBACK_LANGUAGE } from '@noroshi/contract/i18n'
import { newId } from '#/db/ids.ts'
import type { Job } from '#/db/jobs.ts'
import type { Deps } from '#/deps.ts'
import { sharedLocationsOf } from '#/features/accounts/people/user-locations.service.ts'
import { unitSettings } from '#/features/accounts/server/unit.service.ts'
import { readXml, XmlRefused } from '#/ports/xml/read-xml.ts'
import type { ConsumedEvent } from '#/realtime/consumers.ts'
import { ALERT_EVENTS, alertsOf } from './alert-feed-messages.service.ts'
import { cotEvent, type CotMarker, type CotObject, cotPing, readCot } from './cot-event.ts'
import type { UnitFacts } from './feed-content.ts'
import { consentRows, holdTakServer, recordTakState, releaseTakServer, takServerRow, type TakServerRow } from './tak.sql.ts'
import { TakAlerts } from './tak-alerts.service.ts'
import { cotPerson, uidPrefix } from './tak-content.ts'
import { storeTakMarkers } from './tak-markers.service.ts'
import { mayConnect, TakStream } from './tak-stream.ts'

/** Milliseconds between two looks at locations, markers and the setting. Alerts and changes of the setting do not wait for it. */
const STEP_MS = 5000
/** Seconds for which a process keeps the connection without renewing it. */
const HOLD_SECONDS = 20
/** Max people whose location leaves. */
const PEOPLE_MAX = 1000
/** Milliseconds after which an object is sent again, so that it does not become stale. */
const REFRESH_MS = 60_000
/** Milliseconds after which an object that is not sent again is stale at the TAK server. */
const ALERT_STALE_MS = 10 * 60_000
const PERSON_STALE_MS = 3 * 60_000
/** Max age in milliseconds of a location that leaves. */
const LOCATION_AGE_MS = 15 * 60_000
const PING_MS = 30_000
/** Milliseconds until the second and further attempts to connect. */
const RETRY_MS = [5000, 15_000, 60_000, 300_000] as const
/** Milliseconds after which a connection counts as a success, so that the next attempt is soon. */
const SUCCESS_MS = 10_000
const RECEIVED_EVERY_MS = 60_000

interface Sent {
  readonly object: CotObject
  /** `performance.now()` */
  readonly at: number
}

/**
 * Connects this process to the TAK server while no other process is connected, and follows the setting, the alerts, the consents
 * and the locations. What it sent is known to this process only: an object of a process that was killed becomes stale by its time.
 */
export class TakLink {
  readonly job: Job
  readonly #deps: Deps
  readonly #alerts: TakAlerts
  readonly #processId = newId()
  #stream: TakStream | null = null
  /** The setting of the connection. */
  #server: TakServerRow | null = null
  #failures = 0
  #retryAt = 0
  #connectedAt = 0
  #sent = new Map<string, Sent>()
  #pingedAt = 0
  #received = new Map<string, CotMarker | null>()
  #receivedAt: Date | null = null
  #receivedStoredAt = Number.NEGATIVE_INFINITY
  #state: Parameters<typeof recordTakState>[2] = {}
  #isStateStored = true
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  #isClosing = false

  constructor(deps: Deps) {
    this.#deps = deps
    this.#alerts = new TakAlerts(deps.db)
    this.job = { name: 'exchange.tak', every: STEP_MS, isPerProcess: true, run: () => this.follow() }
    const alertEvents: ReadonlySet<string> = new Set(ALERT_EVENTS)
    deps.journal.onDelivered((event) => {
      if (alertEvents.has(event.name)) {
        if (this.#stream === null) return
        // `as`: the name and its payload were typed together where they were emitted.
        for (const id of alertsOf(event as unknown as ConsumedEvent<(typeof ALERT_EVENTS)[number]>)) this.#alerts.noteChange(id)
      } else if (event.name !== 'tak:changed' && event.name !== 'user:locationHidden') return
      this.#wake()
    })
    deps.onClose(() => this.#close())
  }

  /** Compares the connection with the setting, stores what came in, and sends what changed. */
  follow(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = null
      return this.#step()
    })
    this.#last = this.#next.catch(() => undefined)
    return this.#next
  }

  #wake(): void {
    if (!this.#isClosing) this.#deps.runInBackground(() => this.follow())
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    await this.#last
    await this.#leave({ endsObjects: false })
    if (this.#server !== null && this.#deps.jobStarts === null) await releaseTakServer(this.#deps.db, this.#processId)
  }

  async #step(): Promise<void> {
    const server = this.#isClosing ? undefined : await takServerRow(this.#deps.db)
    const holds = server !== undefined && (await this.#holds(server))
    if (this.#server !== null && server?.id !== this.#server.id) await this.#leave({ endsObjects: true })
    else if (!holds || server?.revision !== this.#server?.revision) await this.#leave({ endsObjects: false })
    // A change of the setting does not wait, in contrast to one of a consent.
    if (server?.id !== this.#server?.id || server?.revision !== this.#server?.revision) this.#retryAt = 0
    if (!holds) {
      this.#sent.clear()
      this.#server = null
      return
    }
    this.#server = server
    // Sending goes on also if the received markers cannot be stored.
    await storeTakMarkers(this.#deps, server.id, this.#takeReceived()).catch(this.#deps.logError)
    await this.#storeState(server)
    if (this.#stream === null && performance.now() >= this.#retryAt) this.#connect(server)
    if (this.#stream?.isConnected === true) await this.#send(server, this.#stream)
  }

  async #holds({ id }: TakServerRow): Promise<boolean> {
    // The only process of a server has no one to share the connection with.
    return this.#deps.jobStarts !== null || (await holdTakServer(this.#deps.db, id, this.#processId, HOLD_SECONDS))
  }

  /** Ends the connection. @param of whether the TAK server is told that all objects have ended */
  async #leave({ endsObjects }: { readonly endsObjects: boolean }): Promise<void> {
    const stream = this.#stream
    this.#stream = null
    if (endsObjects) {
      if (stream?.isConnected === true) for (const { object } of this.#sent.values()) this.#end(stream, object)
      this.#sent.clear()
      this.#received.clear()
    }
    this.#alerts.forget()
    await stream?.close()
    if (stream?.isConnected === true) this.#setState({ connected_at: null })
  }

  #connect(server: TakServerRow): void {
    const { host, port, certificate_name: certificateName, authority } = server
    const { takLocalServers } = this.#deps.config
    // The operator may have allowed it before.
    if (!mayConnect(host, port, takLocalServers)) return this.#retryAfter('notAllowed')
    const address = { host, port, certificateName, authority, identity: TakIdentity.parse(server.identity) }
    const stream: TakStream = new TakStream(address, takLocalServers, {
      onConnected: (certificate_ends_at) => {
        if (this.#stream !== stream) return
        this.#connectedAt = performance.now()
        // Everything is sent again on a new connection.
        for (const [uid, { object }] of this.#sent) this.#sent.set(uid, { object, at: Number.NEGATIVE_INFINITY })
        this.#setState({ connected_at: this.#deps.now(), certificate_ends_at })
        this.#wake()
      },
      onEvents: (events) => {
        if (this.#stream === stream) this.#receive(events)
      },
      onEnded: (problem) => {
        if (this.#stream !== stream) return
        this.#stream = null
        if (stream.isConnected && performance.now() - this.#connectedAt > SUCCESS_MS) this.#failures = 0
        this.#retryAfter(problem)
      },
    })
    this.#stream = stream
  }

  #retryAfter(problem: TakProblem): void {
    const pause = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] ?? STEP_MS
    this.#retryAt = performance.now() + pause
    this.#alerts.forget()
    this.#setState({ connected_at: null, problem, problem_at: this.#deps.now() })
    this.#wake()
  }

  #receive(events: readonly Buffer[]): void {
    this.#receivedAt = this.#deps.now()
    for (const bytes of events) {
      const cot = readEvent(bytes, this.#receivedAt)
      if (cot === null) continue
      const uid = 'removedUid' in cot ? cot.removedUid : cot.uid
      // The newest are last, as in the database.
      this.#received.delete(uid)
      this.#received.set(uid, 'removedUid' in cot ? null : cot)
      const [oldest] = this.#received.keys()
      if (this.#received.size > TAK_MARKERS_MAX && oldest !== undefined) this.#received.delete(oldest)
    }
  }

  #takeReceived(): ReadonlyMap<string, CotMarker | null> {
    const received = this.#received
    this.#received = new Map()
    return received
  }

  #setState(state: Parameters<typeof recordTakState>[2]): void {
    this.#state = { ...this.#state, ...state }
    this.#isStateStored = false
  }

  async #storeState({ id, connected_at }: TakServerRow): Promise<void> {
    // A process that was killed has left it.
    if (connected_at !== null && this.#stream === null && this.#isStateStored) this.#setState({ connected_at: null })
    const isDue = performance.now() - this.#receivedStoredAt >= RECEIVED_EVERY_MS
    if (this.#isStateStored && (this.#receivedAt === null || !isDue)) return
    this.#isStateStored = true
    const state = { ...this.#state, ...(this.#receivedAt !== null && { received_at: this.#receivedAt }) }
    if (this.#receivedAt !== null) this.#receivedStoredAt = performance.now()
    this.#receivedAt = null
    this.#state = {}
    await recordTakState(this.#deps.db, id, state)
  }

  async #send(server: TakServerRow, stream: TakStream): Promise<void> {
    const unit = await this.#unit()
    const alerts = await this.#alerts.read(server, unit)
    const objects = [...alerts.values(), ...(await this.#people(server, unit))]
    const wanted = new Set(objects.map(({ uid }) => uid))
    for (const [uid, { object }] of this.#sent)
      if (!wanted.has(uid)) {
        // One that is active becomes stale by its time: no team is told that it has ended.
        if (!(await this.#alerts.isBeyondLimit(uid, server, unit))) this.#end(stream, object)
        this.#sent.delete(uid)
      }
    for (const object of objects) {
      const sent = this.#sent.get(object.uid)
      const at = performance.now()
      if (sent && at - sent.at < REFRESH_MS && isDeepStrictEqual(sent.object, object)) continue
      stream.send(cotEvent(object, this.#deps.now(), this.#inMs(alerts.has(object.uid) ? ALERT_STALE_MS : PERSON_STALE_MS)))
      this.#sent.set(object.uid, { object, at })
    }
    if (performance.now() - this.#pingedAt < PING_MS) return
    this.#pingedAt = performance.now()
    stream.send(cotPing(`${uidPrefix(server)}ping`, this.#deps.now(), this.#inMs(PING_MS)))
  }

  #inMs = (milliseconds: number): Date => new Date(this.#deps.now().getTime() + milliseconds)

  /** Tells the TAK server that an object is not current any more. */
  #end(stream: TakStream, object: CotObject): void {
    const now = this.#deps.now()
    stream.send(cotEvent(object, now, now))
  }

  async #unit(): Promise<UnitFacts> {
    const { name, language } = await unitSettings(this.#deps.db)
    return { name, language: language ?? FALLBACK_LANGUAGE }
  }

  async #people(server: TakServerRow, unit: UnitFacts): Promise<CotObject[]> {
    if (!server.includes_people) return []
    const uids = new Map((await consentRows(this.#deps.db, server.id, PEOPLE_MAX)).map((row) => [row.user_id, row.uid]))
    const people = await sharedLocationsOf(this.#deps, [...uids.keys()], this.#inMs(-LOCATION_AGE_MS))
    return people.map((person) => cotPerson(person, uids.get(person.id) ?? '', server, unit))
  }
}

/** Returns what an event says about the markers; null for anything else, also for a document that is refused. */
function readEvent(bytes: Buffer, now: Date): ReturnType<typeof readCot> {
  try {
    return readCot(readXml(bytes), now)
  } catch (error) {
    if (error instanceof XmlRefused) return null
    throw error
  }
}
