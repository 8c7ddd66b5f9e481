import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { accessToken } from '../../platform/session/session.ts'
import { keyOf } from './compare/compare.ts'
import { type ContentBase, deleteUnsent, storeUnsent, readUnsent, type Unsent } from './unsent.ts'

/** Milliseconds after the last key press until the content is stored on the device. */
const STORE_DELAY_MS = 800

interface Origin {
  /** React key of the editor: a new key restarts the editor with the content. */
  readonly key: number
  readonly content: string
  readonly base: ContentBase
}

/** An earlier draft that the user continues. */
export interface DraftStart {
  readonly content: string
  readonly base: ContentBase
}

const sameAs = (content: string, base: ContentBase): boolean => keyOf(JSON.parse(content)) === keyOf(JSON.parse(base.content))

/**
 * State of the editor of a page: its base, whether the content differs, and its copy in the local storage.
 * @param onDraftStored called when a reload would not lose the draft
 */
export function useWriting(page: Page, draftStart: DraftStart | null, onDraftStored?: () => void) {
  const userId = useCurrentUser()?.id ?? ''
  const published: ContentBase = { revision: page.revision, content: page.content }
  const [offer, setOffer] = useState<Unsent | null>(() => (draftStart ? null : readUnsent(userId, page.id)))
  const [origin, setOrigin] = useState<Origin>({ key: 0, content: page.content, base: published, ...draftStart })
  const [isChanged, setChanged] = useState(draftStart !== null)
  const [isStored, setStored] = useState(true)
  const [uploading, setUploading] = useState(0)
  /** Last content of a closed editor until the next editor is ready. */
  const lastContent = useRef<string | null>(null)
  const readEditor = useRef<(() => string) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  /** Stores the content of the user, unless their session has ended, which has deleted it. */
  const keep = ({ content, base }: DraftStart): boolean =>
    accessToken() !== null && storeUnsent(userId, page.id, { content, base, changedAt: new Date().toISOString() })
  const store = (content: string, base: ContentBase) => {
    clearTimeout(timer.current)
    timer.current = undefined
    const isSame = sameAs(content, base)
    setChanged(!isSame)
    if (isSame) {
      deleteStored()
      setStored(true)
      return
    }
    setStored(keep({ content, base }))
  }
  const deleteStored = () => deleteUnsent(userId, page.id)
  const start = (content: string, base: ContentBase) => {
    lastContent.current = null
    setOrigin(({ key }) => ({ key: key + 1, content, base }))
  }
  /** Stores a change now that waits for the delay. */
  const flush = useEffectEvent(() => {
    if (timer.current !== undefined && readEditor.current) store(readEditor.current(), origin.base)
  })

  useEffect(() => {
    const storeNow = () => flush()
    window.addEventListener('pagehide', storeNow)
    document.addEventListener('visibilitychange', storeNow)
    return () => {
      window.removeEventListener('pagehide', storeNow)
      document.removeEventListener('visibilitychange', storeNow)
    }
  }, [])

  // A continued draft replaces the stored content.
  const storeDraftStart = useEffectEvent(() => {
    if (draftStart && keep(draftStart)) onDraftStored?.()
  })
  useEffect(() => storeDraftStart(), [])

  // Without changes and running uploads, the editor restarts with the newest published content.
  if (!isChanged && uploading === 0 && offer === null && origin.base.revision < page.revision)
    setOrigin({ key: origin.key + 1, content: page.content, base: published })

  return {
    offer,
    origin,
    isChanged,
    isStored,
    /** Number of running uploads. */
    uploading,
    onUploading: setUploading,
    /** Returns the current content. */
    content: () => readEditor.current?.() ?? lastContent.current ?? origin.content,
    onReady: (reader: (() => string) | null) => {
      if (reader === null) {
        flush() // oxlint-disable-line react/rules-of-hooks -- stores the latest content
        lastContent.current = readEditor.current?.() ?? null
      }
      readEditor.current = reader
    },
    onEdit: () => {
      setChanged(true)
      clearTimeout(timer.current)
      // oxlint-disable-next-line react/rules-of-hooks -- stores the latest content
      timer.current = setTimeout(() => flush(), STORE_DELAY_MS)
    },
    continueOffer: () => {
      if (!offer) return
      start(offer.content, offer.base)
      setChanged(true)
      setOffer(null)
    },
    discardOffer: () => {
      deleteStored()
      setOffer(null)
    },
    /** Restarts the editor with another content. Returns the new key. */
    restart: (content: string, base: ContentBase) => {
      store(content, base)
      start(content, base)
      return origin.key + 1
    },
    /** Call after the content was sent. Deletes the stored copy. */
    sent: (now: ContentBase) => {
      clearTimeout(timer.current)
      timer.current = undefined
      deleteStored()
      setChanged(false)
      start(now.content, now)
    },
  }
}
export type Writing = ReturnType<typeof useWriting>
