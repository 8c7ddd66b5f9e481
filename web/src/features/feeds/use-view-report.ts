import { type RefObject, useEffect } from 'react'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { call } from '../../platform/connection/http.ts'
import { newId } from '../../platform/ids.ts'

const SESSION_KEY = 'viewSession'
const VIEWED_KEY = 'viewedPosts'

/** Replaces the session storage if the browser blocks it. */
const memoryStorage = new Map<string, string>()

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return memoryStorage.get(key) ?? null // blocked site data
  }
}

function write(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    memoryStorage.set(key, value)
  }
}

/** Returns the id of the browser session. The server counts a post once for each id. */
function sessionId(): string {
  const id = read(SESSION_KEY) ?? newId()
  write(SESSION_KEY, id)
  return id
}

const reported = new Set(read(VIEWED_KEY)?.split(' ') ?? [])

/** Reports a view, once for each post and browser session (specification, section 7). */
async function reportView(postId: string) {
  if (reported.has(postId)) return
  reported.add(postId)
  try {
    await call(postRoutes.view, { body: { EntityId: postId, entityType: 'post', clientId: sessionId() } })
    write(VIEWED_KEY, [...reported].join(' '))
  } catch {
    reported.delete(postId) // retried at the next view
  }
}

/** Reports a view once half of the post, or half a screen of it, was visible. */
export function useViewReport(postId: string, ref: RefObject<HTMLElement | null>, isCounted: boolean) {
  useEffect(() => {
    const { current } = ref
    if (!current || !isCounted) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void reportView(postId)
      },
      { threshold: Math.min(0.5, (window.innerHeight * 0.5) / Math.max(1, current.offsetHeight)) },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [postId, ref, isCounted])
}
