import type { Contact } from '@noroshi/contract/hands-free/contacts'

/** Spoken commands and other speech, with the contacts that the commands name. */
export interface CommandSentences {
  readonly contacts: readonly Contact[]
  /** Sentences and their commands: the kind and the id of the contact. */
  readonly commands: Readonly<Record<string, string>>
  /** Sentences that are no commands. */
  readonly ordinary: readonly string[]
}

export const person = (id: string, first: string, last: string, ...readings: string[]): Contact => ({
  id,
  names: [first, last].filter(Boolean),
  readings,
})
export const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/)
