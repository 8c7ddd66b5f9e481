import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type MessageThread, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { type RadioChat, type RadioFloor, type RadioThread, radioRoutes } from '@noroshi/contract/radio/radio.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import type { JournalEvent } from '../../../platform/store/testing/stored-pages.ts'
import { aFloor, aiko, aMessage, aRadioChat, ended, idOf, me, person } from './fake-radio.ts'

export const changes = [
  'start',
  'enter',
  'end',
  'talk',
  'say',
  'post',
  'transcribe',
  'delete',
  'hear',
  'rename',
  'leave',
  'rejoin',
] as const
export type Change = (typeof changes)[number]

interface ServerThread {
  thread: MessageThread
  isMember: boolean
  /** The last radio chat. */
  radioChat: RadioChat | null
  floor: RadioFloor | null
  messages: Message[]
  deliveredSeq: number
  seenSeq: number
}

interface Options {
  readonly params?: { readonly id: string }
  readonly query?: { readonly before?: number }
}

/** A server with the groups of one user, who leaves and rejoins them, their radio chats, and the events about them. */
export class RadioServer {
  readonly journal: JournalEvent[] = []
  readonly #threads: ServerThread[]
  readonly #pageSize: number
  #chats = 0
  #messages = 0
  /** Journals no events. */
  isSilent = false

  /** @param groups the user's threads */
  constructor(groups: readonly MessageThread[], pageSize = 50) {
    this.#threads = groups.map((thread) => ({
      thread,
      isMember: true,
      radioChat: null,
      floor: null,
      messages: [],
      deliveredSeq: 0,
      seenSeq: 0,
    }))
    this.#pageSize = pageSize
  }

  change(change: Change, nth: number): void {
    const one = this.#threads[nth % this.#threads.length]!
    const emit = (name: string, payload: unknown) => {
      if (one.isMember && !this.isSilent) this.journal.push([name, payload])
    }
    const { radioChat, thread } = one
    const running = radioChat?.endedAt === null ? radioChat : null
    const number = Math.trunc(nth / this.#threads.length)
    if (change === 'start' && !running) {
      const id = idOf(3, ++this.#chats)
      one.radioChat = aRadioChat({ id, MessageThreadId: thread.id })
      one.floor = aFloor(1, null, { radioChatId: id, messageThreadId: thread.id })
      emit('asr-chat:new', { radioChat: one.radioChat, threadName: 'Patrol' })
    }
    if (change === 'enter' && running) {
      one.radioChat = { ...running, members: [person(aiko), person(idOf(1, number))], version: running.version + 1 }
      emit('asr-chat:updated', one.radioChat)
    }
    if (change === 'end' && running) {
      one.radioChat = ended(running)
      emit('asr-chat:updated', one.radioChat)
    }
    if (change === 'talk' && running && one.floor) {
      const speakerId = number % 2 === 0 ? aiko : null
      one.floor = {
        ...one.floor,
        speakerId,
        speaker: speakerId === null ? null : person(speakerId),
        version: one.floor.version + 1,
      }
      emit('radio:floor', one.floor)
    }
    if (change === 'say' && running) emit('messages:new_message', this.#add(one, number % 4 === 0 ? me : aiko, running.id))
    // A voice post is in no radio chat.
    if (change === 'post') emit('messages:new_message', this.#add(one, aiko, null))
    const message = one.messages[number % Math.max(1, one.messages.length)]
    if (change === 'delete' && message && !message.deletion) {
      const deleted = {
        ...message,
        version: message.version + 1,
        text: '',
        deletion: { at: message.createdAt, by: person(aiko) },
      }
      one.messages[message.seq - 1] = deleted
      emit('messages:updated', deleted)
    }
    if (change === 'transcribe' && message && !message.deletion) {
      const transcribed = { ...message, version: message.version + 1, text: `${message.text} water` }
      one.messages[message.seq - 1] = transcribed
      emit('messages:updated', transcribed)
    }
    if (change === 'hear' && message && one.isMember) {
      one.seenSeq = Math.max(one.seenSeq, message.seq)
      one.deliveredSeq = Math.max(one.deliveredSeq, one.seenSeq)
      const { deliveredSeq, seenSeq } = one
      const marks = { deliveredSeq, seenSeq, unreadMessagesCount: one.messages.length - seenSeq }
      emit('messages:status_updated_multiple', {
        updates: [{ MessageThreadId: thread.id, messageType: 'asrChat', ...marks }],
      })
    }
    const next = { ...thread, version: thread.version + 1 }
    if (change === 'rename' && thread.group) {
      one.thread = { ...next, group: { ...thread.group, name: `${thread.group.name}!` } }
      emit('message-threads:updated', one.thread)
    }
    if (change === 'leave' && one.isMember) {
      one.thread = next
      emit('message-threads:removed', { id: thread.id, version: next.version })
      one.isMember = false
    }
    if (change === 'rejoin' && !one.isMember) {
      one.thread = next
      one.isMember = true
      // Messages from before are seen.
      one.deliveredSeq = one.seenSeq = one.messages.length
      emit('message-threads:new_group', next)
    }
  }

  #add(one: ServerThread, SenderId: string, radioChatId: string | null): Message {
    const seq = one.messages.length + 1
    // A message has its id since the beginning of its talk, so that ids do not have the order of the seqs.
    const id = idOf(4, ++this.#messages ^ 1)
    const at = { id, MessageThreadId: one.thread.id, SenderId, sender: person(SenderId) }
    const radio = { radioChatId, durationMs: 2_000, language: 'en', transcription: 'pending', isCorrected: false } as const
    const message = aMessage(seq, { ...at, radio })
    one.messages.push(message)
    if (SenderId === me) one.deliveredSeq = one.seenSeq = seq
    return message
  }

  #find(id: string): ServerThread {
    const found = this.#threads.find((one) => one.thread.id === id && one.isMember)
    if (!found) throw new ApiError(404, { code: 'thread.notFound', message: '', issues: [] })
    return found
  }

  /** Returns the threads of the user. */
  groups(): MessageThread[] {
    return this.#threads.flatMap(({ thread, isMember }) => (isMember ? [thread] : []))
  }

  /** Returns the list of radio chats, latest activity first. */
  threads(): RadioThread[] {
    const rows = this.#threads.flatMap(({ thread, isMember, radioChat, messages, deliveredSeq, seenSeq }) => {
      if (!isMember || (!radioChat && messages.length === 0)) return []
      const running = radioChat?.endedAt === null ? radioChat : null
      const latestMessage = messages.at(-1) ?? null
      const marks = { unreadRadioCount: messages.length - seenSeq, deliveredSeq, seenSeq }
      return [{ thread, radioChat: running, latestMessage, ...marks }]
    })
    const lastId = ({ radioChat, latestMessage, thread }: RadioThread) =>
      [radioChat?.id ?? '', latestMessage?.id ?? '', thread.id].toSorted().at(-1) ?? ''
    return rows.toSorted((a, b) => (lastId(a) < lastId(b) ? 1 : -1))
  }

  /** Returns the running radio chat of a thread, with all of its messages since a seq. */
  live(id: string, from = 1) {
    const { radioChat, floor, messages } = this.#find(id)
    if (radioChat?.endedAt !== null) return { radioChat: null, floor: null, messages: [] }
    const isSaid = ({ seq, radio }: Message) => seq >= from && radio?.radioChatId === radioChat.id
    return { radioChat, floor, messages: messages.filter(isSaid) }
  }

  /** Returns all radio messages of a thread, newest first. */
  history(id: string): Message[] {
    return this.#find(id).messages.toReversed()
  }

  /** Returns the `endedChat` of the replies of a thread. */
  #ended(threadId: string): Pick<RadioThread, 'endedChat'> {
    const { radioChat } = this.#find(threadId)
    return radioChat === null || radioChat.endedAt === null ? {} : { endedChat: { id: radioChat.id, version: radioChat.version } }
  }

  reply(route: unknown, { params: { id } = { id: '' }, query }: Options = {}): unknown {
    if (route === threadRoutes.groups) return { items: this.groups(), nextCursor: null }
    if (route === radioRoutes.threads) {
      const items = this.threads().map((row) => ({ ...row, ...this.#ended(row.thread.id) }))
      return { items, nextCursor: null }
    }
    if (route === radioRoutes.live) {
      const live = this.live(id)
      return { ...live, ...this.#ended(id), messages: live.messages.slice(-this.#pageSize) }
    }
    if (route !== radioRoutes.history) throw new Error('this model does not reply to the route')
    const rest = this.history(id).filter(({ seq }) => query?.before === undefined || seq < query.before)
    const page = rest.slice(0, this.#pageSize)
    return { items: page.toReversed(), nextCursor: rest.length > page.length ? String(page.at(-1)?.seq) : null }
  }
}
