import { currentUser } from '../../platform/session/current-user.ts'

const userId = (): string | null => currentUser()?.id ?? null

let kept: { readonly ownerId: string | null; readonly text: string } = { ownerId: null, text: '' }

/**
 * Keeps a text that was not used, in place of an earlier one. The dialog of voice commands offers it; '' removes it.
 */
export const keepText = (text: string): void => void (kept = { ownerId: userId(), text })

/** Returns the kept text of the user who is signed in; '' if there is none. */
export const keptText = (): string => (kept.ownerId === userId() ? kept.text : '')
