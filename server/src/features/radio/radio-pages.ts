import type { RadioChat } from '@noroshi/contract/radio/radio.http'
import type { Deps } from '#/deps.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import type { Socket } from '#/realtime/io.ts'
import { radioRoom } from './radio.rooms.ts'
import { raiseChatVersion, touchPages } from './radio.sql.ts'

/** A page at this process that is in a radio chat. */
export interface LocalPage {
  readonly socket: Socket
  readonly viewer: SignedIn
  readonly threadId: string
  readonly radioChatId: string
  readonly endpointId: string
}

export type PageId = Pick<LocalPage, 'threadId' | 'endpointId'> & { readonly userId: string }

export const keyOf = ({ threadId, userId, endpointId }: PageId) => `${threadId} ${userId} ${endpointId}`
const idOf = ({ threadId, viewer, endpointId }: LocalPage): PageId => ({ threadId, userId: viewer.id, endpointId })

/** The pages of this process that are in radio chats, each with its current socket. */
export class RadioPages {
  readonly #deps: Pick<Deps, 'db' | 'runInBackground'>
  readonly #onDisconnected: (socket: Socket, id: PageId) => void
  readonly #pages = new Map<string, LocalPage>()

  /** @param onDisconnected is called for each socket of a page that disconnects */
  constructor(deps: Pick<Deps, 'db' | 'runInBackground'>, onDisconnected: (socket: Socket, id: PageId) => void) {
    this.#deps = deps
    this.#onDisconnected = onDisconnected
  }

  get isEmpty(): boolean {
    return this.#pages.size === 0
  }

  /** Registers a page that joined. A page that reconnected replaces its earlier socket. */
  add(page: LocalPage): void {
    const id = idOf(page)
    const known = this.#pages.get(keyOf(id))
    this.#pages.set(keyOf(id), page)
    if (known?.socket === page.socket) return
    page.socket.once('disconnect', () => {
      this.#delete(page.socket, id)
      this.#onDisconnected(page.socket, id)
    })
    if (known) void this.leaveRoom(known.socket, known.threadId)
  }

  /** Removes a page that leaves with its current socket. */
  async remove(socket: Socket, id: PageId): Promise<void> {
    this.#delete(socket, id)
    await this.leaveRoom(socket, id.threadId)
  }

  /** Makes a socket leave the radio chat of a thread, unless it has joined with a page. */
  async leaveRoom(socket: Socket, threadId: string): Promise<void> {
    const isUsed = [...this.#pages.values()].some((page) => page.socket === socket && page.threadId === threadId)
    if (!isUsed) await socket.leave(radioRoom(threadId))
  }

  /** Returns a page with its current socket; undefined for a page of another process. */
  find(id: PageId): LocalPage | undefined {
    return this.#pages.get(keyOf(id))
  }

  /** Returns the page of a socket; undefined if the socket has not joined with it. */
  pageOf(socket: Socket, id: PageId): LocalPage | undefined {
    const page = this.find(id)
    return page?.socket === socket ? page : undefined
  }

  /** Renews the pages of this process, and removes those that joined elsewhere or vanished while PostgreSQL was unavailable. */
  async touch(): Promise<void> {
    const pages = [...this.#pages.values()]
    if (pages.length === 0) return
    const rows = pages.map((page) => ({ ...idOf(page), radioChatId: page.radioChatId, socketId: page.socket.id }))
    for (const { index, has_vanished } of await touchPages(this.#deps.db, rows)) {
      const page = pages[index]
      if (!page || this.find(idOf(page)) !== page) continue // it left or joined meanwhile
      this.#pages.delete(keyOf(idOf(page)))
      await this.leaveRoom(page.socket, page.threadId)
      if (has_vanished) page.socket.disconnect(true) // it reconnects and joins
    }
  }

  /** Removes the pages of a radio chat that ended. */
  followEnd({ id, endedAt, MessageThreadId }: RadioChat): void {
    if (endedAt === null) return
    for (const [key, { radioChatId, socket }] of this.#pages)
      if (radioChatId === id) {
        this.#pages.delete(key)
        void socket.leave(radioRoom(MessageThreadId))
      }
  }

  /** A user who is removed from the thread is no longer in its radio chat: the others get the new list of members. */
  followMembers(threadId: string): void {
    for (const page of this.#pages.values())
      if (page.threadId === threadId) {
        this.#deps.runInBackground(async () => {
          await raiseChatVersion(this.#deps.db, page.radioChatId)
        })
        return
      }
  }

  /** Deletes the entry of a page if this is its current socket. */
  #delete(socket: Socket, id: PageId): void {
    if (this.pageOf(socket, id)) this.#pages.delete(keyOf(id))
  }
}
