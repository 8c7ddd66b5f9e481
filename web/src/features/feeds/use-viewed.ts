import { type RefObject, useEffect } from 'react'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { call } from '../../platform/http.ts'
import { newId } from '../../platform/ids.ts'

const SESSION_KEY = 'viewSession'
const VIEWED_KEY = 'viewedPosts'

/** Where the browser refuses to store, a session is as long as the page. */
const unstored = new Map<string, string>()

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return unstored.get(key) ?? null // blocked site data
  }
}

function write(key: string, value: string) {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    unstored.set(key, value)
  }
}

/** This browser session's id: the same again for the same post is not counted. */
function sessionId(): string {
  const id = read(SESSION_KEY) ?? newId()
  write(SESSION_KEY, id)
  return id
}

const told = new Set(read(VIEWED_KEY)?.split(' ') ?? [])

/** Specification, section 7: once per post and browser session. */
async function tell(postId: string) {
  if (told.has(postId)) return
  told.add(postId)
  try {
    await call(postRoutes.view, { body: { EntityId: postId, entityType: 'post', clientId: sessionId() } })
    write(VIEWED_KEY, [...told].join(' '))
  } catch {
    told.delete(postId) // the next time it is seen
  }
}

/** Counts a post as seen once half of it, or a screen full of it, was in view. */
export function useViewed(postId: string, place: RefObject<HTMLElement | null>, isCounted: boolean) {
  useEffect(() => {
    const { current } = place
    if (!current || !isCounted) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void tell(postId)
      },
      { threshold: Math.min(0.5, (window.innerHeight * 0.5) / Math.max(1, current.offsetHeight)) },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [postId, place, isCounted])
}
