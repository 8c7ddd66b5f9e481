import { vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import type { TestUser } from '../../server/src/testing/test-server.ts'

/** The cached data of a thread; undefined for missing data. */
interface ShownThread {
  readonly thread: MessageThread | undefined
  readonly chat: readonly Message[] | undefined
  readonly members: readonly ThreadMember[] | undefined
}

/** A page of the web application without its screen: socket, catch-up and cache (web/src/app/testing/page.ts). */
export interface WebPage {
  signsIn(token: string, id: string): void
  watches(threadIds: readonly string[]): void
  connects(): void
  goOffline(): void
  closes(): void
  heard(): ReadonlySet<string>
  settles(): Promise<unknown>
  snapshot(): {
    personal: readonly MessageThread[] | undefined
    group: readonly MessageThread[] | undefined
    unread: { threadIds: readonly string[]; count: number } | undefined
  }
  showsThread(id: string): ShownThread
}

/**
 * The path of the imported module. An import statement would need browser types, which the server project does not
 * have.
 */
const modulePath = new URL('../../web/src/app/testing/page.ts', import.meta.url).pathname

/** Authorization headers of the pages that are offline. */
const offline = new Set<string>()

/** Opens pages like tabs of browsers, each with its own modules. The tabs of a device share its database. */
export class WebBrowser {
  readonly #urls: readonly string[]
  #opened = 0
  #requests = 0
  #opening: Promise<unknown> = Promise.resolve()

  /** @param urls URLs of the servers. The sockets are spread over them, and each request is sent to the next one. */
  constructor(urls: readonly string[]) {
    this.#urls = urls
    const realFetch = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (!input.startsWith('/')) return realFetch(input, init)
      const token = new Headers(init.headers).get('authorization') ?? ''
      const check = () => {
        if (offline.has(token)) throw new TypeError('the network is gone')
      }
      check()
      const response = await realFetch(this.#urlOf(this.#requests++) + input, init)
      check()
      return response
    })
  }

  /** Opens one page at a time: pages whose modules load at once would share some of them, such as the session. */
  open(device: string): Promise<WebPage> {
    const opened = this.#opening.then(() => this.#load(device))
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  async #load(device: string): Promise<WebPage> {
    vi.stubGlobal('location', new URL(this.#urlOf(this.#opened++)))
    vi.resetModules()
    const module = (await import(modulePath)) as { openPage(database: string): WebPage } // the module has this export
    return module.openPage(device)
  }

  #urlOf(number: number): string {
    return this.#urls[number % this.#urls.length] ?? ''
  }
}

/** Max tabs of a user. A further tab closes the oldest one. */
const TABS_MAX = 2

/** A user of one device, with its tabs, whose network can be switched off. */
export class WebClient {
  readonly person: TestUser
  readonly #browser: WebBrowser
  readonly #device: string
  readonly #threadIds: readonly string[]
  #pages: WebPage[]

  /** @param page the first page of the user; `threadIds` are open in every tab */
  constructor(person: TestUser, page: WebPage, browser: WebBrowser, device: string, threadIds: readonly string[]) {
    this.person = person
    this.#browser = browser
    this.#device = device
    this.#threadIds = threadIds
    this.#pages = [page]
    page.signsIn(person.token ?? '', person.id)
    page.watches(threadIds)
  }

  /** The tabs, the newest last. */
  get pages(): readonly WebPage[] {
    return this.#pages
  }

  goOffline(): void {
    offline.add(this.#token)
    for (const page of this.#pages) page.goOffline()
  }

  goOnline(): void {
    offline.delete(this.#token)
    for (const page of this.#pages) page.connects()
  }

  /** Kills the newest tab and reopens it from disk. */
  async reloads(): Promise<void> {
    this.#pages.pop()?.closes()
    await this.#open()
  }

  async opensTab(): Promise<void> {
    if (this.#pages.length === TABS_MAX) this.#pages.shift()?.closes()
    await this.#open()
  }

  /** @returns the newest tab, which another user may take over */
  closesOtherTabs(): WebPage {
    const newest = this.#pages.pop()
    if (!newest) throw new Error('a user has at least one tab')
    for (const page of this.#pages) page.closes()
    this.#pages = [newest]
    return newest
  }

  async #open(): Promise<void> {
    const page = await this.#browser.open(this.#device)
    page.signsIn(this.person.token ?? '', this.person.id)
    page.watches(this.#threadIds)
    if (!offline.has(this.#token)) page.connects()
    this.#pages.push(page)
  }

  get #token(): string {
    return `Bearer ${this.person.token}`
  }
}
