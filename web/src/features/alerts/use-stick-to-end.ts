import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pixels from the end within which a reader counts as being there (specification, section 9). */
const CHAT_STICK_PX = 100

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight

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
  const wasNear = useRef(false)
  const known = useRef<Newest>(null)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const note = () => {
      wasNear.current = distanceToEnd(element) <= CHAT_STICK_PX
      if (wasNear.current) setNews(false)
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
    if (!isNew) return
    if (isMine || wasNear.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    else setNews(true)
  }, [isLoaded, lastId, isMine, scroller])

  return { hasNews, toEnd }
}
