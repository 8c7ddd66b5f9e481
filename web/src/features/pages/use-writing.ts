import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useReader } from '../../platform/reader.ts'
import { keyOf } from './compare.ts'
import { type Base, dropUnsent, keepUnsent, readUnsent, type Unsent } from './unsent.ts'

/** Milliseconds of rest in typing after which what was written is kept on the device. */
const KEEP_MS = 800

interface Origin {
  /** Another one is another beginning: the editor starts with it. */
  readonly key: number
  readonly content: string
  readonly base: Base
}

/** A draft that is taken up again. */
export interface Begin {
  readonly content: string
  readonly base: Base
}

const sameAs = (content: string, base: Base): boolean => keyOf(JSON.parse(content)) === keyOf(JSON.parse(base.content))

/** What is being written on a page: what it began from, whether it differs, and that none of it is lost with the tab. */
export function useWriting(page: Page, begin: Begin | null) {
  const userId = useReader()?.id ?? ''
  const published: Base = { revision: page.revision, content: page.content }
  const [offer, setOffer] = useState<Unsent | null>(() => (begin ? null : readUnsent(userId, page.id)))
  const [origin, setOrigin] = useState<Origin>({ key: 0, content: page.content, base: published, ...begin })
  const [isChanged, setChanged] = useState(begin !== null)
  const [isKept, setKept] = useState(true)
  const read = useRef<(() => string) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const keep = (content: string, base: Base) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const isSame = sameAs(content, base)
    setChanged(!isSame)
    if (isSame) {
      dropUnsent(userId, page.id)
      setKept(true)
    } else setKept(keepUnsent(userId, page.id, { content, base, changedAt: new Date().toISOString() }))
  }
  const start = (content: string, base: Base) => setOrigin((known) => ({ key: known.key + 1, content, base }))
  /** What is waiting to be kept is kept now. */
  const flush = useEffectEvent(() => {
    if (timer.current !== undefined && read.current) keep(read.current(), origin.base)
  })

  useEffect(() => {
    const keepNow = () => flush()
    window.addEventListener('pagehide', keepNow)
    document.addEventListener('visibilitychange', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      document.removeEventListener('visibilitychange', keepNow)
    }
  }, [])

  // Nothing was written yet: one begins from what is published now.
  if (!isChanged && offer === null && origin.base.revision < page.revision) start(page.content, published)

  return {
    offer,
    origin,
    isChanged,
    isKept,
    /** The content as it stands now. */
    content: () => read.current?.() ?? origin.content,
    onReady: (reads: (() => string) | null) => {
      if (reads === null) flush()
      read.current = reads
    },
    onEdit: () => {
      setChanged(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => flush(), KEEP_MS)
    },
    goOn: () => {
      if (!offer) return
      start(offer.content, offer.base)
      setChanged(true)
      setOffer(null)
    },
    beginAnew: () => {
      dropUnsent(userId, page.id)
      setOffer(null)
    },
    /** Goes on from another content. */
    restart: (content: string, base: Base) => {
      keep(content, base)
      start(content, base)
    },
    /** It has arrived: nothing of it is left here. */
    sent: (now: Base) => {
      clearTimeout(timer.current)
      timer.current = undefined
      dropUnsent(userId, page.id)
      setChanged(false)
      start(now.content, now)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
