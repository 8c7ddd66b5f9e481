import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isNearEnd, type Place, placeIn } from '../../ui/near-end.ts'

/** The newest line's id; undefined: there is none; null: the conversation is not loaded. */
type Newest = string | undefined | null

/** Whether a line was added since. What is there when the conversation opens is not news; neither is an empty end. */
export const isNews = (known: Newest, newest: Newest): boolean =>
  known !== null && newest !== null && newest !== undefined && newest !== known

export const newestOf = (isLoaded: boolean, lastId: string | undefined): Newest => (isLoaded ? lastId : null)

/** Nothing is laid out yet. */
const NOWHERE: Place = { scrollTop: 0, away: Infinity }

/** What a reader saw of a growing conversation, and so what they are owed when it grows. */
export function createFollower() {
  let seen = NOWHERE
  let known: Newest = null
  let isOpening = true
  return {
    /** Pictures and maps came: where one is who has not moved since it opened. */
    laidOut(now: Place): void {
      if (isOpening) seen = now
    },
    /** They scrolled here; true: near its end. */
    look(now: Place): boolean {
      isOpening = false
      seen = now
      return isNearEnd(now, now)
    },
    /** The conversation as it is now: are they taken to its end, or told of what is new there? */
    grown(newest: Newest, now: Place, isMine: boolean): 'follow' | 'tell' | null {
      const isNew = isNews(known, newest)
      // Where they looked while it loaded was no place in it.
      if (known === null && newest !== null) seen = now
      known = newest
      if (!isNew) return null
      isOpening = false
      return isMine || isNearEnd(seen, now) ? 'follow' : 'tell'
    },
  }
}

interface Conversation {
  isLoaded: boolean
  /** Of the newest line. */
  lastId: string | undefined
  /** Whether the reader wrote it. */
  isMine: boolean
}

/** Follows a growing conversation: one who is near its end stays there, one who reads above is told of what is new. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, { isLoaded, lastId, isMine }: Conversation) {
  const [hasNews, setNews] = useState(false)
  const follower = useRef(createFollower())

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const note = () => {
      if (follower.current.look(placeIn(element))) setNews(false)
    }
    element.addEventListener('scroll', note, { passive: true })
    const observer = new ResizeObserver(() => follower.current.laidOut(placeIn(element)))
    for (const each of element.children) observer.observe(each)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [isLoaded, scroller])

  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })

  // Before the page is laid out with what is new.
  useLayoutEffect(() => {
    const element = scroller.current // null at first: an ancestor's ref comes after this
    const owed = follower.current.grown(newestOf(isLoaded, lastId), element ? placeIn(element) : NOWHERE, isMine)
    if (owed === 'follow') element?.scrollTo({ top: element.scrollHeight })
    else if (owed === 'tell') setNews(true)
  }, [isLoaded, lastId, isMine, scroller])

  return { hasNews, toEnd }
}
