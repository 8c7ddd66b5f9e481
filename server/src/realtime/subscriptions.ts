import { isConnectionLost } from '#/db/pool.ts'
import type { Deps } from '#/deps.ts'
import { limitConcurrency } from '#/http/limit-concurrency.ts'
import type { Io, Socket } from './io.ts'
import { restrictedRoom, userRoom } from './rooms.ts'
import type { OpenTopics, Subscriber } from './topics.ts'

type SubscriptionDeps = Pick<Deps, 'db' | 'sessions' | 'screens' | 'topics' | 'logError'>

const isAnonymous = (socket: Socket) => socket.data.viewer === null

/** Number of sockets that are refreshed concurrently. Each takes a few SQL statements. */
const REFRESHED_AT_ONCE = 8

export const subscriberOf = ({ data: { viewer, tokenAlertIds } }: Socket): Subscriber => ({ viewer, tokenAlertIds })

/** Refreshes the sockets of these users in this process. A socket that cannot be refreshed reconnects instead. */
export async function refreshUsers(io: Io, deps: SubscriptionDeps, userIds: Iterable<string>): Promise<void> {
  const limited = limitConcurrency(REFRESHED_AT_ONCE)
  const rooms = [...userIds].map(userRoom).flatMap((room) => [room, restrictedRoom(room)])
  const sockets = rooms.flatMap((room) => localSocketsIn(io, room))
  await Promise.all(sockets.map((socket) => limited(() => refreshOrReconnect(deps, socket))))
}

async function refreshOrReconnect(deps: SubscriptionDeps, socket: Socket): Promise<void> {
  try {
    await refreshSubscriptions(deps, socket)
  } catch (error) {
    if (!isConnectionLost(error)) deps.logError(error)
    socket.disconnect(true)
  }
}

/**
 * Updates the topics of a signed-in socket from the database: it joins and leaves member topics and leaves open topics
 * whose right has ended. A socket whose session has ended, or whose screen was revoked, is disconnected.
 */
export async function refreshSubscriptions(deps: SubscriptionDeps, socket: Socket): Promise<void> {
  const { screen } = socket.data
  if (screen !== null && (await deps.screens.find(socket.data.token ?? '')) === null) {
    // `as`: the event of a revocation has no content
    socket.emit(screen.revoked, {} as never, { eventId: crypto.randomUUID(), cursor: null } as never)
    socket.disconnect()
  }
  if (isAnonymous(socket)) return
  const viewer = await deps.sessions.viewerOf(socket.data.token ?? '')
  // The socket signed out during the query and left the topics of its user. It must not rejoin them.
  if (isAnonymous(socket)) return
  if (viewer === null) {
    socket.emit('session:ended', { reason: 'revoked' }, { eventId: crypto.randomUUID(), cursor: null })
    socket.disconnect()
    return
  }
  if (viewer.isRestricted !== socket.data.viewer?.isRestricted) {
    socket.disconnect(true) // it reconnects with other topics
    return
  }
  socket.data.viewer = viewer
  await refreshMemberTopics(deps, socket)
  const open = Map.groupBy(deps.topics.openTopicsAmong(socket.rooms), ({ kind, entityId }) => kind.rootTopic(entityId))
  for (const [first] of open.values()) if (first) await leaveForbidden(deps, first.kind, first.entityId, [socket])
}

/** Repeats until nothing differs, since a membership may change between the query and the join. */
async function refreshMemberTopics(deps: SubscriptionDeps, socket: Socket): Promise<void> {
  const { topics } = deps
  for (let differs = true; differs && socket.connected;) {
    const joined = [...socket.rooms].filter((topic) => topics.isMemberTopic(topic))
    const current = (await topics.ofSubscriber(deps.db, subscriberOf(socket))).filter((topic) => topics.isMemberTopic(topic))
    const lost = joined.filter((topic) => !current.includes(topic))
    const missing = current.filter((topic) => !joined.includes(topic))
    for (const topic of lost) await socket.leave(topic)
    await socket.join(missing)
    differs = lost.length + missing.length > 0
  }
}

/**
 * Makes the sockets of this process leave the topics of an entity that they may no longer read.
 * @returns the sockets that left a topic, each with its topics before
 */
export async function recheckEntity(
  io: Io,
  deps: SubscriptionDeps,
  kind: OpenTopics,
  entityId: string,
): Promise<{ socket: Socket; before: ReadonlySet<string> }[]> {
  const sockets = localSocketsIn(io, kind.rootTopic(entityId))
  const before = sockets.map((socket) => ({ socket, before: new Set(socket.rooms) }))
  await leaveForbidden(deps, kind, entityId, sockets)
  return before.filter((one) => one.socket.rooms.size < one.before.size)
}

async function leaveForbidden(
  deps: SubscriptionDeps,
  kind: OpenTopics,
  entityId: string,
  sockets: readonly Socket[],
): Promise<void> {
  const topicsOf = (socket: Socket) => [...socket.rooms].filter((topic) => kind.entityOf(topic) === entityId)
  const topics = [...new Set(sockets.flatMap(topicsOf))]
  if (topics.length === 0) return
  const isAllowed = await kind.allowed(deps.db, entityId, sockets.map(subscriberOf), topics)
  for (const socket of sockets)
    for (const topic of topicsOf(socket)) if (!isAllowed(subscriberOf(socket), topic)) await socket.leave(topic)
}

function localSocketsIn(io: Io, topic: string): Socket[] {
  const ids = io.of('/').adapter.rooms.get(topic) ?? []
  return [...ids].flatMap((id) => io.of('/').sockets.get(id) ?? [])
}
