import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { setCurrentUser } from '../../../platform/session/current-user.ts'
import { setAccessToken, setSessionUser } from '../../../platform/session/session.ts'
import { clearStored } from '../../../platform/session/storage.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Chat } from '../components/chat.tsx'
import { useKnownThread } from '../messaging.queries.ts'
import { messagingStore, receiveThread } from '../thread-store.ts'
import { person } from './fake-threads.ts'

/** The user of the page. */
const ben = person('Ben')
/** Milliseconds until the server replies. */
const REPLY_MS = 50

/**
 * Signs Ben in at a server that lists these messages.
 * @param otherwise its reply to other requests
 */
export function serveChat(
  messages: () => readonly Message[],
  otherwise: (address: URL) => unknown = () => ({ items: [], nextCursor: null }),
): void {
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const address = new URL(new Request(request).url)
    await new Promise((resolve) => setTimeout(resolve, REPLY_MS))
    return Response.json(address.pathname.endsWith('/messages') ? pageOf(messages(), address.searchParams) : otherwise(address))
  })
  setAccessToken('token')
  setSessionUser('token', ben.id)
  setCurrentUser({ id: ben.id, isAdmin: false })
}

/** Signs Ben out. */
export function endChat(): void {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
}

function pageOf(messages: readonly Message[], params: URLSearchParams) {
  const [before, after, at] = ['before', 'after', 'at'].map((name) => params.get(name))
  const limit = Number(params.get('limit') ?? 50)
  const isOlder = after === null && at === null
  const fitting = messages.filter(
    ({ seq, createdAt }) =>
      (before === null || seq < Number(before)) &&
      (after === null || seq > Number(after)) &&
      (typeof at !== 'string' || createdAt >= at),
  )
  const items = isOlder ? fitting.slice(-limit) : fitting.slice(0, limit)
  const next = fitting.length > limit ? (isOlder ? items[0] : items.at(-1)) : undefined
  return { items, nextCursor: next ? String(next.seq) : null }
}

function Shown({ id }: { id: string }) {
  const thread = useKnownThread(id)
  return (
    <div style={{ height: 400, display: 'flex' }}>
      {thread && <Chat key={thread.id} thread={thread} targetSeq={null} events={[]} />}
    </div>
  )
}

/** Shows the chat of a thread. */
export async function showChat(thread: MessageThread): Promise<QueryClient> {
  const { cache } = await renderPage(<Shown id={thread.id} />)
  receiveThread(messagingStore(cache), thread)
  return cache
}
