import type { NewPoll } from '@noroshi/contract/messaging/polls'

/** Returns the text of a message with the options of its poll, by which it is found. */
export const textWithOptions = (text: string, poll: Pick<NewPoll, 'options'> | null | undefined): string =>
  [text, ...(poll?.options ?? [])].join('\n')
