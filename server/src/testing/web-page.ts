import { vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import type { TestUser } from './test-server.ts'

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
  heard(): ReadonlySet<string>
  settles(): Promise<unknown>
  snapshot(): {
    personal: readonly MessageThread[] | undefined
    group: readonly MessageThread[] | undefined
    unread: { threadIds: readonly string[]; count: number } | undefined
  }
  showsThread(id: string): ShownThread
}

/** Imported by path: the web code needs the types of a browser, which the server project does not have. */
const modulePath = new URL('../../../web/src/app/testing/page.ts', import.meta.url).pathname

/** Authorization headers of the pages that are offline. */
const offline = new Set<string>()

/**
 * Opens pages of the web application, each with its own modules, like browser tabs. Their sockets are spread over the servers,
 * and each request goes to the next server.
 */
export async function webPages(urls: readonly string[], count: number): Promise<WebPage[]> {
  const realFetch = globalThis.fetch
  const urlOf = (number: number) => urls[number % urls.length] ?? ''
  let requests = 0
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (!input.startsWith('/')) return realFetch(input, init)
    const token = new Headers(init.headers).get('authorization') ?? ''
    const check = () => {
      if (offline.has(token)) throw new TypeError('the network is gone')
    }
    check()
    const response = await realFetch(urlOf(requests++) + input, init)
    check()
    return response
  })
  const pages: WebPage[] = []
  for (let number = 0; number < count; number += 1) {
    vi.stubGlobal('location', new URL(urlOf(number)))
    vi.resetModules()
    const module = (await import(modulePath)) as { page: WebPage } // the module has this export
    pages.push(module.page)
  }
  return pages
}

/** A user of a page whose network can be switched off. */
export class WebClient {
  readonly person: TestUser
  readonly page: WebPage
  constructor(person: TestUser, page: WebPage) {
    this.person = person
    this.page = page
    page.signsIn(person.token ?? '', person.id)
  }

  goOffline(): void {
    offline.add(`Bearer ${this.person.token}`)
    this.page.goOffline()
  }

  goOnline(): void {
    offline.delete(`Bearer ${this.person.token}`)
    this.page.connects()
  }
}
