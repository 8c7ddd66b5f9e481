import { expect } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { startPersonalChat, fetchThread, fetchMessages, sendMessage } from '../../server/src/testing/scenes/chats.ts'
import { MEMBERSHIP_STEPS, type StepTarget, type Step } from './interleaving-steps.ts'
import type { TestUser } from '../../server/src/testing/test-server.ts'
import type { WebClient } from './web-page.ts'

interface Watermarks {
  readonly deliveredSeq: number
  readonly seenSeq: number
}

/**
 * Users in a group, two of whom share a personal thread, each with tabs of the web. It checks the invariants after each
 * batch.
 */
export class InterleavingScenario {
  readonly clients: readonly WebClient[]
  readonly #threads: Record<StepTarget['where'], string>
  #members: ReadonlySet<string> = new Set()
  #isBlocked = false
  #watermarks = new Map<string, Watermarks>()
  readonly #files: string[] = []
  /** For each user, the ids of messages that they must not receive: sent to the group while they were not members. */
  readonly #hidden = new Map<string, Set<string>>()
  #sent: Message[] = []

  constructor(onlookers: readonly WebClient[], threads: Record<StepTarget['where'], string>) {
    this.clients = onlookers
    this.#threads = threads
  }

  async start(): Promise<void> {
    await this.#readMembership()
  }

  /** Runs the steps of a batch concurrently, then checks the invariants. */
  async runBatch(batch: readonly Step[]): Promise<void> {
    this.#sent = []
    const statuses = await Promise.all(batch.map((step) => this.#run(step)))
    batch.forEach((step, index) => this.#expectStatus(step, batch, statuses[index] ?? null))
    this.#updateHidden(batch)
    const wasBlocked = this.#isBlocked
    const before = this.#watermarks.get('pair')
    await this.#readMembership()
    for (const where of ['group', 'pair'] as const) await this.#assertThread(where)
    // While one user blocks the other, their watermarks are not emitted.
    if (wasBlocked && before && !batch.some(({ action }) => action === 'accept'))
      expect(this.#watermarks.get('pair')).toEqual(before)
    await this.#assertNothingHidden()
  }

  /** Checks that every page shows what the server replies. All pages must be online. */
  async assertConsistent(): Promise<void> {
    for (const { person, page } of this.#openPages()) {
      const shown = page.snapshot()
      for (const [kind, route] of [
        ['personal', threadRoutes.personal],
        ['group', threadRoutes.groups],
      ] as const) {
        const { items } = await person.fetch(route)
        expect(shown[kind]?.map(asShown), `${kind} list of ${person.firstName}`).toEqual(items.map(asShown))
      }
      const unread = await person.fetch(threadRoutes.unreadPersonal)
      expect(shown.unread && { ...shown.unread, threadIds: shown.unread.threadIds.toSorted() }).toEqual(unread)
      for (const [where, id] of Object.entries(this.#threads)) {
        const { status, body } = await person.request(threadRoutes.get, { params: { id } })
        if (status !== 200) continue
        const { thread, chat, members } = page.showsThread(id)
        const label = `${where} of ${person.firstName}`
        expect(thread && asShown(thread), label).toEqual(asShown(body))
        expect(thread?.deliveredSeq, label).toBeLessThanOrEqual(body.deliveredSeq)
        expect(chat?.map(asRead), label).toEqual((await fetchMessages(person, id, { limit: 100 })).map(asRead))
        if (where === 'group')
          expect(members, label).toEqual((await person.fetch(threadRoutes.members, { params: { id } })).items)
      }
    }
    await this.#assertNothingHidden()
  }

  #openPages() {
    return this.clients.flatMap(({ person, pages }) => pages.map((page) => ({ person, page })))
  }

  #clientAt(who: number): WebClient {
    const client = this.clients[who]
    if (!client) throw new Error('there are as many pages as names')
    return client
  }

  /** Runs a step. Returns the status of the reply; null for a step without a request. */
  async #run({ action, where, who, seq }: Step): Promise<number | null> {
    const [client, admin] = [this.#clientAt(who), this.#clientAt(0).person]
    const { person } = client
    const id = this.#threads[where]
    const params = { id }
    const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status
    const actions = {
      send: () => this.#recordSent(where, person.request(messageRoutes.send, { body: { messageThreadId: id, text: 'a word' } })),
      upload: () =>
        this.#recordSent(where, person.request(messageRoutes.upload, { form: { messageThreadId: id }, files: [NOTE] })),
      markSeen: () =>
        statusOf(person.request(messageRoutes.setStatuses, { body: [{ messageThreadId: id, status: 'seen', seq }] })),
      markDelivered: () =>
        statusOf(person.request(messageRoutes.setStatuses, { body: [{ messageThreadId: id, status: 'delivered', seq }] })),
      join: async () => {
        const added = await statusOf(admin.request(threadRoutes.addMembers, { params, body: { userIds: [person.id] } }))
        // A user who has left is asked.
        const answered = await statusOf(person.request(threadRoutes.answerInvitation, { params, body: { isAccepted: true } }))
        return answered === 404 ? added : answered
      },
      leave: () => statusOf(person.request(threadRoutes.leave, { params })),
      remove: () => statusOf(admin.request(threadRoutes.removeMember, { params: { id, userId: person.id } })),
      accept: () => statusOf(person.request(threadRoutes.accept, { params, body: { hasAccepted: true } })),
      block: () => statusOf(person.request(threadRoutes.accept, { params, body: { hasAccepted: false } })),
      startChat: async () => {
        await sendMessage(person, (await startPersonalChat(person, admin)).id)
        return 201
      },
      goOffline: () => client.goOffline(),
      goOnline: () => client.goOnline(),
      reload: () => client.reloads(),
      openTab: () => client.opensTab(),
    } satisfies Record<Step['action'], () => unknown>
    return (await actions[action]()) ?? null
  }

  async #recordSent(where: StepTarget['where'], reply: Promise<{ status: number; body: Message }>): Promise<number> {
    const { status, body } = await reply
    if (status !== 201) return status
    if (where === 'group') this.#sent.push(body)
    if (where === 'group') this.#files.push(...body.messageMedias.map(({ mediaUrl }) => mediaUrl))
    return status
  }

  /**
   * Checks the status of a step. A member may send, other users get 404, and a blocked user gets 403. During a change
   * of the membership both are correct.
   */
  #expectStatus({ action, where, who }: Step, batch: readonly Step[], status: number | null): void {
    if (status === null) return
    if (action === 'send' || action === 'upload') {
      const isChanging = batch.some((step) =>
        where === 'pair' ? ['accept', 'block'].includes(step.action) : step.who === who && MEMBERSHIP_STEPS.includes(step.action),
      )
      const refusal = where === 'pair' ? 403 : 404
      const isRefused = where === 'pair' ? this.#isBlocked : !this.#members.has(this.#clientAt(who).person.id)
      if (isChanging) expect(status, action).toBeOneOf([201, refusal])
      else expect(status, action).toBe(isRefused ? refusal : 201)
    } else expect(status, action).toBeOneOf(MEMBERSHIP_STEPS.includes(action) ? [200, 404] : [200, 201])
  }

  /** Hides the messages of this batch from users outside of the group. A user who joins again may read them. */
  #updateHidden(batch: readonly Step[]): void {
    for (const [who, { person }] of this.clients.entries()) {
      const joins = batch.some((step) => step.action === 'join' && step.who === who)
      if (joins || this.#members.has(person.id)) this.#hidden.delete(person.id)
      else this.#hidden.set(person.id, new Set([...(this.#hidden.get(person.id) ?? []), ...this.#sent.map(({ id }) => id)]))
    }
  }

  async #readMembership(): Promise<void> {
    const admin = this.#clientAt(0).person
    const { items } = await admin.fetch(threadRoutes.members, { params: { id: this.#threads.group } })
    this.#members = new Set(items.map(({ UserId }) => UserId))
    this.#isBlocked = (await fetchThread(admin, this.#threads.pair)).blockedBy.length > 0
  }

  /** Checks that `seq` has no gaps, the unread count equals a recount, and no watermark fell. */
  async #assertThread(where: StepTarget['where']): Promise<void> {
    const id = this.#threads[where]
    for (const { person } of this.clients) {
      const { status, body } = await person.request(threadRoutes.get, { params: { id } })
      const isIn = where === 'group' ? this.#members.has(person.id) : status === 200
      expect(status, person.firstName).toBe(isIn ? 200 : 404)
      if (!isIn) {
        await this.#assertNotFound(person, id)
        continue
      }
      const messages = await fetchMessages(person, id, { limit: 100 })
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
      const unread = messages.filter(({ seq, SenderId }) => seq > body.seenSeq && SenderId !== person.id)
      expect(body.unreadMessagesCount).toBe(body.hasAccepted === false ? 0 : unread.length)
      expect(body.seenSeq).toBeLessThanOrEqual(body.deliveredSeq)
      expect(body.deliveredSeq).toBeLessThanOrEqual(messages.length)
      this.#assertRaised(`${where} ${person.id}`, body)
      this.#assertRaised(where, body.watermarks)
    }
  }

  #assertRaised(key: string, { deliveredSeq, seenSeq }: Watermarks): void {
    const before = this.#watermarks.get(key)
    expect(deliveredSeq).toBeGreaterThanOrEqual(before?.deliveredSeq ?? 0)
    expect(seenSeq).toBeGreaterThanOrEqual(before?.seenSeq ?? 0)
    this.#watermarks.set(key, { deliveredSeq, seenSeq })
  }

  /** Checks that the user reads neither the messages nor a file of the thread. */
  async #assertNotFound(person: TestUser, id: string): Promise<void> {
    expect((await person.request(messageRoutes.list, { params: { id } })).status).toBe(404)
    if (id !== this.#threads.group) return
    for (const file of this.#files.slice(-1)) expect((await person.rawFetch(file)).status).toBe(404)
  }

  async #assertNothingHidden(): Promise<void> {
    for (const { person, page } of this.#openPages()) {
      await page.settles()
      const hidden = this.#hidden.get(person.id) ?? new Set()
      expect(
        [...page.heard()].filter((id) => hidden.has(id)),
        `${person.firstName} is not in the group`,
      ).toEqual([])
    }
  }
}

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }

/**
 * Removes the status, which is of the time of the read. The page shows the status from the watermarks of the thread.
 */
const asRead = ({ status: _status, ...message }: Message) => ({
  ...message,
  userId: message.isGroupMessage ? [] : message.userId, // a page keeps the members of a group apart
})

/** Removes the delivered watermark, which is not emitted to the user's other devices. */
const asShown = ({ deliveredSeq: _delivered, latestMessage, ...thread }: MessageThread) => ({
  ...thread,
  members: thread.isGroup ? [] : thread.members,
  latestMessage: latestMessage && asRead(latestMessage),
})
