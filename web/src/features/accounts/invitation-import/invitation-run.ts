import type { z } from 'zod'
import { IMPORT_BATCH_MAX, type invitationImportRoutes } from '@noroshi/contract/accounts/invitation-import.http'
import type { Language } from '@noroshi/contract/i18n'
import { ApiError, isTemporary } from '../../../platform/connection/http-errors.ts'
import { newId, newSecret } from '../../../platform/ids.ts'
import { createObservable, type ReadonlyObservable } from '../../../platform/observable.ts'
import type { Person } from './csv-people.ts'

type Create = typeof invitationImportRoutes.create
type Body = z.input<Create['body']>
type Reply = z.output<Create['reply']>

/** The result of a row: `link` is for other devices as the server returned it. */
export type Result =
  | { readonly status: 'member' | 'invited' }
  | {
      readonly status: 'created'
      readonly ownLink: { readonly link: string; readonly hosts: readonly string[]; readonly httpPort: number | null }
      readonly mail: 'none' | 'waiting' | 'sent' | 'failed'
      readonly expiresAt: string
    }

export interface RunState {
  readonly phase: 'running' | 'waiting' | 'stopped' | 'done'
  /** Why it waits, and when it goes on in milliseconds since 1970; only in the phase `waiting`. */
  readonly wait: { readonly reason: 'mails' | 'busy' | 'offline'; readonly until: number } | null
  /** Why the server refused; null unless it did. */
  readonly refusal: ApiError | null
  /** The results by the number of the row. Rows without one are not invited yet. */
  readonly results: ReadonlyMap<number, Result>
}

interface Options {
  readonly expiresInDays: number
  readonly replaces: boolean
  /** null: no mails. */
  readonly mailLanguage: Language | null
}

interface Environment {
  readonly send: (body: Body) => Promise<Reply>
  /** Resolves after a time, or as soon as the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
  readonly now: () => number
}

/** Rows of a batch with mails, which takes the server some seconds. */
const MAIL_BATCH = 20
/** Milliseconds before the next attempt when the server is busy or not reached. */
const RETRY_MS = 5000
/** Max milliseconds before the next attempt: the clock of this device may differ from that of the server. */
const ATTEMPT_MS = 60_000

export interface InvitationRun {
  /** The number of rows that it invites. */
  readonly count: number
  readonly state: ReadonlyObservable<RunState>
  /** Starts, or goes on after {@link stop} or a refusal. */
  readonly start: () => void
  /** Stops after the running request. */
  readonly stop: () => void
  /** Sends no further mails and goes on with links alone. Only while it waits for mails: these batches are not on the server. */
  readonly omitMails: () => void
}

/** Invites people in batches. A batch without a reply is repeated with its id until there is one. */
export function createInvitationRun(people: readonly Person[], options: Options, environment: Environment): InvitationRun {
  const { send, sleep, now } = environment
  const state = createObservable<RunState>({ phase: 'running', wait: null, refusal: null, results: new Map() })
  const change = (part: Partial<RunState>) => state.set({ ...state.get(), ...part })
  const batches = batchesOf(people, options.mailLanguage === null ? IMPORT_BATCH_MAX : MAIL_BATCH)
  let { mailLanguage } = options
  let isActive = false
  let isStopping = false
  let waiting = new AbortController()

  const bodyOf = ({ clientId, secret, people: recipients }: Batch): Body => ({
    clientId,
    secret,
    items: recipients.map(({ firstName, lastName, email }) => ({ firstName, lastName, email: email === '' ? null : email })),
    expiresInDays: options.expiresInDays,
    replaces: options.replaces,
    mailLanguage,
  })

  const wait = async (reason: NonNullable<RunState['wait']>['reason'], until: number) => {
    if (isStopping) return
    waiting = new AbortController()
    change({ phase: 'waiting', wait: { reason, until } })
    await sleep(Math.min(Math.max(until - now(), RETRY_MS), ATTEMPT_MS), waiting.signal)
    change({ phase: 'running', wait: null })
  }

  /** Sends a batch once. Returns whether it is done. */
  async function attempt(batch: Batch): Promise<boolean> {
    try {
      const reply = await send(bodyOf(batch))
      if (reply.mailsAgainAt !== null) {
        await wait('mails', Date.parse(reply.mailsAgainAt))
        return false
      }
      change({ results: new Map([...state.get().results, ...resultsOf(batch, reply)]) })
      if (!reply.items.some((item) => item.status === 'created' && item.mail === 'waiting')) return true
      await wait('busy', now() + RETRY_MS)
    } catch (error) {
      if (!isTemporary(error)) throw error
      await wait(error instanceof ApiError && error.status === 429 ? 'busy' : 'offline', now() + RETRY_MS)
    }
    return false
  }

  async function run() {
    isActive = true
    change({ phase: 'running', refusal: null })
    try {
      for (let batch = batches.find(({ isDone }) => !isDone); batch; batch = batches.find(({ isDone }) => !isDone)) {
        if (isStopping) return change({ phase: 'stopped' })
        batch.isDone = await attempt(batch)
      }
      change({ phase: 'done' })
    } catch (error) {
      change({ phase: 'stopped', refusal: error instanceof ApiError ? error : null })
      if (!(error instanceof ApiError)) throw error
    } finally {
      isActive = false
    }
  }

  return {
    count: people.length,
    state,
    start() {
      isStopping = false
      if (!isActive) void run()
    },
    stop() {
      isStopping = true
      waiting.abort()
    },
    omitMails() {
      mailLanguage = null
      waiting.abort()
    },
  }
}

interface Batch {
  readonly clientId: string
  readonly secret: string
  readonly people: readonly Person[]
  isDone: boolean
}

function batchesOf(people: readonly Person[], size: number): Batch[] {
  return Array.from({ length: Math.ceil(people.length / size) }, (_, index) => ({
    clientId: newId(),
    secret: newSecret(),
    people: people.slice(index * size, (index + 1) * size),
    isDone: false,
  }))
}

const resultsOf = ({ people }: Batch, { items, hosts, httpPort, expiresAt }: Reply): [number, Result][] =>
  people.flatMap(({ number }, index): [number, Result][] => {
    const item = items[index]
    if (!item) return []
    if (item.status !== 'created') return [[number, item]]
    const { status, mail, link } = item
    return [[number, { status, mail, expiresAt, ownLink: { link, hosts, httpPort } }]]
  })

/** Waits, unless the signal is aborted. */
export const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end, { once: true })
  })
