import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useReader } from '../../platform/reader.ts'
import { keyOf } from './compare.ts'
import { type Base, dropUnsent, keepUnsent, readUnsent, type Unsent, unsentOf } from './unsent.ts'

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
  const [uploading, setUploading] = useState(0)
  /** What was kept last. */
  const known = useRef<Unsent | null>(offer)
  /** What an editor held that is gone, until another one is there. */
  const last = useRef<string | null>(null)
  const read = useRef<(() => string) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const keep = (content: string, base: Base) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const isSame = sameAs(content, base)
    setChanged(!isSame)
    if (isSame) {
      drop()
      setKept(true)
      return
    }
    known.current = unsentOf(known.current, content, base)
    setKept(keepUnsent(userId, page.id, known.current))
  }
  const drop = () => {
    known.current = null
    dropUnsent(userId, page.id)
  }
  const start = (content: string, base: Base) => {
    last.current = null
    setOrigin(({ key }) => ({ key: key + 1, content, base }))
  }
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

  // A draft that is taken up again stands in the place of what was kept before.
  const keepBegun = useEffectEvent(() => {
    if (!begin) return
    known.current = unsentOf(null, begin.content, begin.base)
    keepUnsent(userId, page.id, known.current)
  })
  useEffect(() => keepBegun(), [])

  // Nothing was written yet, and no file is on its way: one begins from what is published now.
  if (!isChanged && uploading === 0 && offer === null && origin.base.revision < page.revision)
    setOrigin({ key: origin.key + 1, content: page.content, base: published })

  return {
    offer,
    origin,
    isChanged,
    isKept,
    /** How many files are on their way into it. */
    uploading,
    onUploading: setUploading,
    /** The content as it stands now. */
    content: () => read.current?.() ?? last.current ?? origin.content,
    /** The id that this content is submitted under; it is kept with it. */
    clientIdOf: (content: string) => {
      keep(content, origin.base)
      return (known.current ?? unsentOf(null, content, origin.base)).clientId
    },
    onReady: (reads: (() => string) | null) => {
      if (reads === null) {
        flush()
        last.current = read.current?.() ?? null
      }
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
      drop()
      setOffer(null)
    },
    /** Goes on from another content; answers the key of that beginning. */
    restart: (content: string, base: Base) => {
      keep(content, base)
      start(content, base)
      return origin.key + 1
    },
    /** It has arrived: nothing of it is left here. */
    sent: (now: Base) => {
      clearTimeout(timer.current)
      timer.current = undefined
      drop()
      setChanged(false)
      start(now.content, now)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
