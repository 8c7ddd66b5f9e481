import { callOf } from '@noroshi/contract/calls/call-status'
import { type Call, callRoutes, type SharedCall } from '@noroshi/contract/calls/calls.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { aCall } from './fake-calls.ts'

const idOf = (kind: number, number: number) => `0199000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`
export const [me, aiko, ben, chika, dai] = [idOf(1, 1), idOf(1, 2), idOf(1, 3), idOf(1, 4), idOf(1, 5)]

/** Returns a call of the viewer to the others. Higher numbers are newer. */
export const callOfMe = (number: number, others: readonly string[], changes: Partial<SharedCall> = {}): SharedCall =>
  aCall({ id: idOf(3, number), HostUserId: me }, others, changes)

export const lists = ['personal', 'group', 'more'] as const
export type ListName = (typeof lists)[number]

export const changes = ['callOne', 'callGroup', 'end', 'rename'] as const
export type Change = (typeof changes)[number]

/** A server with the calls of one user, and the events about them. */
export class CallServer {
  readonly journal: SharedCall[] = []
  readonly #calls = new Map<string, SharedCall>()
  readonly #pageSize: number

  constructor(pageSize = 20) {
    this.#pageSize = pageSize
  }

  put(call: SharedCall) {
    this.#calls.set(call.id, call)
    this.journal.push(call)
  }

  change(change: Change, nth: number) {
    const number = this.#calls.size + 1
    const messageGroup = { name: 'Hill', imageUrl: null, MessageThreadId: idOf(4, 1) }
    const other = [aiko, ben, chika, dai][nth % 4] ?? aiko
    if (change === 'callOne')
      this.put(nth % 3 === 0 ? aCall({ id: idOf(3, number), HostUserId: other }, [me]) : callOfMe(number, [other]))
    if (change === 'callGroup') this.put(callOfMe(number, [aiko, ben], { messageGroup }))
    const call = [...this.#calls.values()][nth % Math.max(1, this.#calls.size)]
    if (!call) return
    if (change === 'end') this.put({ ...call, endedAt: call.createdAt, version: call.version + 1 })
    // The name of a group has no event of its own, and no version of the call.
    if (change === 'rename' && call.messageGroup)
      this.#calls.set(call.id, { ...call, messageGroup: { ...call.messageGroup, name: `${call.messageGroup.name}!` } })
  }

  /** Returns a list to its end: one row for each other user in the personal list, newest first. */
  list(name: ListName): Call[] {
    const calls = [...this.#calls.values()].map((call) => callOf(call, me)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const personal = calls.filter(({ otherUser }) => otherUser !== null)
    const isLast = (call: Call) => personal.find(({ otherUser }) => otherUser?.id === call.otherUser?.id) === call
    if (name === 'group') return calls.filter(({ isGroupCall }) => isGroupCall)
    return personal.filter((call) => (name === 'personal' ? isLast(call) : call.otherUser?.id === aiko))
  }

  /** Returns the reply to a request for a page of a list. */
  reply(route: unknown, { pageNumber }: { readonly pageNumber: number }) {
    const name = lists.find((each) => callRoutes[each] === route)
    if (!name) throw new ApiError(404, { code: 'call.notFound', message: '', issues: [] })
    const [calls, pageSize] = [this.list(name), this.#pageSize]
    return {
      calls: calls.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      inactiveUserIds: [],
      pageSize,
      total: calls.length,
    }
  }
}
