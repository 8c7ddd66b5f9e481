import { type RefObject, useEffect, useRef, useState } from 'react'

/** Pixels from the end within which a reader counts as being there (specification, section 9). */
const CHAT_STICK_PX = 100

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight

/**
 * Follows a growing conversation: one who is near its end stays there, one who reads above is told of what is new.
 * `lastId` names the newest line; the first one seen moves nothing.
 */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>, lastId: string | undefined, isMine: boolean) {
  const [hasNews, setNews] = useState(false)
  const wasNear = useRef(false)
  const known = useRef<string | undefined>(undefined)
  const isReady = useRef(false)

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
    const isNew = isReady.current && lastId !== undefined && lastId !== known.current
    isReady.current = true
    known.current = lastId
    if (!isNew) return
    if (isMine || wasNear.current) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    else setNews(true)
  }, [lastId, isMine, scroller])

  return { hasNews, toEnd }
}
