import { expect } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { begins, opens, reads, says } from './chats.ts'
import { MOVES, type Place, type Step } from './gathering-steps.ts'
import type { Person } from './unit.ts'
import type { Onlooker } from './web-page.ts'

interface Marks {
  readonly deliveredSeq: number
  readonly seenSeq: number
}

/** People in a group and two of them in a personal thread, each before a page of the web; and what must be true of them at any time. */
export class Gathering {
  readonly onlookers: readonly Onlooker[]
  readonly #threads: Record<Place['where'], string>
  #members: ReadonlySet<string> = new Set()
  #isBlocked = false
  #marks = new Map<string, Marks>()
  readonly #files: string[] = []
  /** Messages that somebody must not have heard of: said in the group while they were not in it. */
  readonly #kept = new Map<string, Set<string>>()
  #said: Message[] = []

  constructor(onlookers: readonly Onlooker[], threads: Record<Place['where'], string>) {
    this.onlookers = onlookers
    this.#threads = threads
  }

  async begins(): Promise<void> {
    await this.#lookAround()
  }

  /** All of it at once, and a look at everything afterwards. */
  async goesThrough(batch: readonly Step[]): Promise<void> {
    this.#said = []
    const statuses = await Promise.all(batch.map((step) => this.#happens(step)))
    batch.forEach((step, index) => this.#expectsAnswer(step, batch, statuses[index] ?? null))
    this.#keeps(batch)
    const wasBlocked = this.#isBlocked
    const before = this.#marks.get('pair')
    await this.#lookAround()
    for (const place of ['group', 'pair'] as const) await this.#looksInto(place)
    // While one blocks the other, neither learns how far the other read.
    if (wasBlocked && before && !batch.some(({ does }) => does === 'accepts')) expect(this.#marks.get('pair')).toEqual(before)
    await this.#expectsSilence()
  }

  /** Whoever lost the network has it again, and every page shows what the unit answers. */
  async expectsTruth(): Promise<void> {
    for (const { person, page } of this.onlookers) {
      const shown = page.shows()
      for (const [kind, route] of [
        ['personal', threadRoutes.personal],
        ['group', threadRoutes.groups],
      ] as const) {
        const { items } = await person.gets(route)
        expect(shown[kind]?.map(asShown), `${kind} list of ${person.firstName}`).toEqual(items.map(asShown))
      }
      const unread = await person.gets(threadRoutes.unreadPersonal)
      expect(shown.unread && { ...shown.unread, threadIds: shown.unread.threadIds.toSorted() }).toEqual(unread)
      for (const [place, id] of Object.entries(this.#threads)) {
        const { status, body } = await person.asks(threadRoutes.get, { params: { id } })
        if (status !== 200) continue
        const { thread, chat, members } = page.showsThread(id)
        const what = `${place} of ${person.firstName}`
        expect(thread && asShown(thread), what).toEqual(asShown(body))
        expect(thread?.deliveredSeq, what).toBeLessThanOrEqual(body.deliveredSeq)
        expect(chat?.map(asRead), what).toEqual((await reads(person, id, { limit: 100 })).map(asRead))
        if (place === 'group') expect(members, what).toEqual((await person.gets(threadRoutes.members, { params: { id } })).items)
      }
    }
    await this.#expectsSilence()
  }

  #one(who: number): Onlooker {
    const onlooker = this.onlookers[who]
    if (!onlooker) throw new Error('there are as many pages as names')
    return onlooker
  }

  /** The status of the answer; null where nothing was asked. */
  async #happens({ does, where, who, seq }: Step): Promise<number | null> {
    const [onlooker, admin] = [this.#one(who), this.#one(0).person]
    const { person } = onlooker
    const id = this.#threads[where]
    const params = { id }
    const statusOf = async (asked: Promise<{ status: number }>) => (await asked).status
    const asks = {
      sends: () => this.#says(where, person.asks(messageRoutes.send, { body: { messageThreadId: id, text: 'a word' } })),
      uploads: () => this.#says(where, person.asks(messageRoutes.upload, { form: { messageThreadId: id }, files: [NOTE] })),
      sees: () => statusOf(person.asks(messageRoutes.setStatuses, { body: [{ messageThreadId: id, status: 'seen', seq }] })),
      gets: () => statusOf(person.asks(messageRoutes.setStatuses, { body: [{ messageThreadId: id, status: 'delivered', seq }] })),
      joins: () => statusOf(admin.asks(threadRoutes.addMembers, { params, body: { userIds: [person.id] } })),
      leaves: () => statusOf(person.asks(threadRoutes.leave, { params })),
      isRemoved: () => statusOf(admin.asks(threadRoutes.removeMember, { params: { id, userId: person.id } })),
      accepts: () => statusOf(person.asks(threadRoutes.accept, { params, body: { hasAccepted: true } })),
      blocks: () => statusOf(person.asks(threadRoutes.accept, { params, body: { hasAccepted: false } })),
      begins: async () => {
        await says(person, (await begins(person, admin)).id)
        return 201
      },
      loses: () => onlooker.loses(),
      returns: () => onlooker.returns(),
    } satisfies Record<Step['does'], () => unknown>
    return (await asks[does]()) ?? null
  }

  async #says(where: Place['where'], asked: Promise<{ status: number; body: Message }>): Promise<number> {
    const { status, body } = await asked
    if (status !== 201) return status
    if (where === 'group') this.#said.push(body)
    if (where === 'group') this.#files.push(...body.messageMedias.map(({ mediaUrl }) => mediaUrl))
    return status
  }

  /** Who is in the thread may; who is not is told that there is none; who is blocked may not. In the middle of a change it may be either. */
  #expectsAnswer({ does, where, who }: Step, batch: readonly Step[], status: number | null): void {
    if (status === null) return
    if (does === 'sends' || does === 'uploads') {
      const isChanging = batch.some((step) =>
        where === 'pair' ? ['accepts', 'blocks'].includes(step.does) : step.who === who && MOVES.includes(step.does),
      )
      const refusal = where === 'pair' ? 403 : 404
      const isRefused = where === 'pair' ? this.#isBlocked : !this.#members.has(this.#one(who).person.id)
      if (isChanging) expect(status, does).toBeOneOf([201, refusal])
      else expect(status, does).toBe(isRefused ? refusal : 201)
    } else expect(status, does).toBeOneOf(MOVES.includes(does) ? [200, 404] : [200, 201])
  }

  /** From whom this batch is kept; what they missed they may read as soon as they are in it again. */
  #keeps(batch: readonly Step[]): void {
    for (const [who, { person }] of this.onlookers.entries()) {
      const joins = batch.some((step) => step.does === 'joins' && step.who === who)
      if (joins || this.#members.has(person.id)) this.#kept.delete(person.id)
      else this.#kept.set(person.id, new Set([...(this.#kept.get(person.id) ?? []), ...this.#said.map(({ id }) => id)]))
    }
  }

  async #lookAround(): Promise<void> {
    const admin = this.#one(0).person
    const { items } = await admin.gets(threadRoutes.members, { params: { id: this.#threads.group } })
    this.#members = new Set(items.map(({ UserId }) => UserId))
    this.#isBlocked = (await opens(admin, this.#threads.pair)).blockedBy.length > 0
  }

  /** Places without a gap, counts as a recount has them, and no mark below what it was. */
  async #looksInto(place: Place['where']): Promise<void> {
    const id = this.#threads[place]
    for (const { person } of this.onlookers) {
      const { status, body } = await person.asks(threadRoutes.get, { params: { id } })
      const isIn = place === 'group' ? this.#members.has(person.id) : status === 200
      expect(status, person.firstName).toBe(isIn ? 200 : 404)
      if (!isIn) {
        await this.#findsNothing(person, id)
        continue
      }
      const messages = await reads(person, id, { limit: 100 })
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
      const unread = messages.filter(({ seq, SenderId }) => seq > body.seenSeq && SenderId !== person.id)
      expect(body.unreadMessagesCount).toBe(unread.length)
      expect(body.seenSeq).toBeLessThanOrEqual(body.deliveredSeq)
      expect(body.deliveredSeq).toBeLessThanOrEqual(messages.length)
      this.#rises(`${place} ${person.id}`, body)
      this.#rises(place, body.watermarks)
    }
  }

  #rises(whose: string, { deliveredSeq, seenSeq }: Marks): void {
    const before = this.#marks.get(whose)
    expect(deliveredSeq).toBeGreaterThanOrEqual(before?.deliveredSeq ?? 0)
    expect(seenSeq).toBeGreaterThanOrEqual(before?.seenSeq ?? 0)
    this.#marks.set(whose, { deliveredSeq, seenSeq })
  }

  /** Neither by route nor by the address of a file. */
  async #findsNothing(person: Person, id: string): Promise<void> {
    expect((await person.asks(messageRoutes.list, { params: { id } })).status).toBe(404)
    if (id !== this.#threads.group) return
    for (const file of this.#files.slice(-1)) expect((await person.fetch(file)).status).toBe(404)
  }

  async #expectsSilence(): Promise<void> {
    for (const { person, page } of this.onlookers) {
      await page.settles()
      const kept = this.#kept.get(person.id) ?? new Set()
      expect(
        [...page.heard()].filter((id) => kept.has(id)),
        `${person.firstName} is not in the group`,
      ).toEqual([])
    }
  }
}

const NOTE = { field: 'messageMedia', name: 'note.txt', bytes: new TextEncoder().encode('two of us') }

/** A message's own status is of the moment when it was read; what is shown comes from the thread's marks. */
const asRead = ({ status: _status, ...message }: Message) => message

/** What was only delivered is not told to the person's other devices. */
const asShown = ({ deliveredSeq: _delivered, latestMessage, ...thread }: MessageThread) => ({
  ...thread,
  latestMessage: latestMessage && asRead(latestMessage),
})
