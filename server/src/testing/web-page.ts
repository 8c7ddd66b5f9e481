import { vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread, ThreadMember } from '@noroshi/contract/messaging/threads.http'
import type { Person } from './unit.ts'

/** What the web keeps of a thread; undefined where it has nothing. */
interface ShownThread {
  readonly thread: MessageThread | undefined
  readonly chat: readonly Message[] | undefined
  readonly members: readonly ThreadMember[] | undefined
}

/** A page of the web without its screen: its own socket, catch-up and cache (web/src/app/testing/page.ts). */
export interface WebPage {
  signsIn(token: string, id: string): void
  watches(threadIds: readonly string[]): void
  connects(): void
  loses(): void
  heard(): ReadonlySet<string>
  settles(): Promise<unknown>
  shows(): {
    personal: readonly MessageThread[] | undefined
    group: readonly MessageThread[] | undefined
    unread: { threadIds: readonly string[]; count: number } | undefined
  }
  showsThread(id: string): ShownThread
}

/** By its place: the web's code is written for a browser's types, which the server's has not. */
const place = new URL('../../../web/src/app/testing/page.ts', import.meta.url).pathname

/** Tokens of the pages that have no network now. */
const away = new Set<string>()

/** Pages of a browser at this unit, each with modules of its own, as tabs have. */
export async function webPages(url: string, count: number): Promise<WebPage[]> {
  const fetchThere = globalThis.fetch
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (!input.startsWith('/')) return fetchThere(input, init)
    const token = new Headers(init.headers).get('authorization') ?? ''
    const check = () => {
      if (away.has(token)) throw new TypeError('the network is gone')
    }
    check()
    const response = await fetchThere(url + input, init)
    check()
    return response
  })
  const pages: WebPage[] = []
  for (let number = 0; number < count; number += 1) {
    vi.resetModules()
    const opened = (await import(place)) as { page: WebPage } // `as`: what stands there, see above
    pages.push(opened.page)
  }
  return pages
}

/** Somebody at a page; what it asks and hears ends with its network. */
export class Onlooker {
  readonly person: Person
  readonly page: WebPage
  constructor(person: Person, page: WebPage) {
    this.person = person
    this.page = page
    page.signsIn(person.token ?? '', person.id)
  }

  loses(): void {
    away.add(`Bearer ${this.person.token}`)
    this.page.loses()
  }

  returns(): void {
    away.delete(`Bearer ${this.person.token}`)
    this.page.connects()
  }
}
