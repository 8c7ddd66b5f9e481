import { type RefObject, useEffect, useRef, useState } from 'react'
import { isNearEnd, type Place, placeIn } from '../../ui/near-end.ts'

/** The newest line's id; undefined: there is none; null: the conversation is not loaded. */
type Newest = string | undefined | null

/** Whether a line was added since. What is there when the conversation opens is not news; neither is an empty end. */
export const isNews = (known: Newest, newest: Newest): boolean =>
  known !== null && newest !== null && newest !== undefined && newest !== known

export const newestOf = (isLoaded: boolean, lastId: string | undefined): Newest => (isLoaded ? lastId : null)

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
  const seen = useRef<Place>({ scrollTop: 0, away: Infinity })
  const known = useRef<Newest>(null)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const note = () => {
      seen.current = placeIn(element)
      if (isNearEnd(seen.current, seen.current)) setNews(false)
    }
    note()
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [scroller])

  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })

  useEffect(() => {
    const newest = newestOf(isLoaded, lastId)
    const isNew = isNews(known.current, newest)
    known.current = newest
    const element = scroller.current
    if (!isNew || !element) return
    if (isMine || isNearEnd(seen.current, placeIn(element))) element.scrollTo({ top: element.scrollHeight })
    else setNews(true)
  }, [isLoaded, lastId, isMine, scroller])

  return { hasNews, toEnd }
}
