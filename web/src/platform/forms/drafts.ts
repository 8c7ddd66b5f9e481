import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import { useCurrentUser } from '../session/current-user.ts'
import { isMemoryOnly, onStored, readStored, storagePrefixes, writeStored } from '../session/storage.ts'

/**
 * The kind of entity that a draft belongs to: a chat, an edited message, the comments of a post, a text report or a private note
 * about an alert, the details of an answer to a roll-call, or the form of a missing-person report.
 */
export type DraftKind = 'thread' | 'edit' | 'comments' | 'alertText' | 'alertNote' | 'rollCall' | 'missingReport'

/** Owner of a draft that was typed while no signed-in user was known. */
const VISITOR = 'visitor'

/** @param userId null if no signed-in user is known. */
export const draftKey = (userId: string | null, kind: DraftKind, id: string): string =>
  `${storagePrefixes.draft}${userId ?? VISITOR}:${kind}:${id}`

export const readDraft = (key: string): string => readStored(key) ?? ''

/** Stores the draft. An empty text removes it. */
export const writeDraft = (key: string, text: string) => writeStored(key, text === '' ? null : text)

/** Moves a draft that was typed before the login, or before the account was loaded, to the account. */
export function adoptVisitorDraft(userId: string, kind: DraftKind, id: string): void {
  const [visitorKey, ownKey] = [draftKey(null, kind, id), draftKey(userId, kind, id)]
  const typed = readDraft(visitorKey)
  if (typed === '') return
  const own = readDraft(ownKey)
  writeDraft(ownKey, own === '' ? typed : `${own}\n${typed}`)
  writeDraft(visitorKey, '')
}

const useText = (key: string) =>
  useSyncExternalStore(
    useCallback((listener: () => void) => onStored(key, listener), [key]),
    () => readDraft(key),
  )

/**
 * Returns the text that the user typed and has not sent. Each change is stored at once, for this user and this entity,
 * until the logout.
 */
export function useDraft(kind: DraftKind, id: string) {
  const userId = useCurrentUser()?.id ?? null
  const key = draftKey(userId, kind, id)
  // A layout effect: the field must have the text before the next key press.
  useLayoutEffect(() => {
    if (userId !== null) adoptVisitorDraft(userId, kind, id)
  }, [userId, kind, id])
  const text = useText(key)
  return {
    text,
    setText: (next: string) => writeDraft(key, next),
    /** The storage is full or blocked: a reload loses the text. */
    isAtRisk: text !== '' && isMemoryOnly(key),
  }
}

/** Returns only the text of a draft, for lists. */
export const useDraftText = (kind: DraftKind, id: string): string => useText(draftKey(useCurrentUser()?.id ?? null, kind, id))
