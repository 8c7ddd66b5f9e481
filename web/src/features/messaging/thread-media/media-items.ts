import type { Media } from '@noroshi/contract/files'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isPictureOrVideo } from '@noroshi/contract/messaging/thread-media.http'
import { splitLinks } from '@noroshi/contract/text/split-links'

export interface MediaItem {
  readonly message: Message
  readonly media: Media
}

/** Returns the files of messages: the pictures and videos, or all others. */
export const filesOf = (messages: readonly Message[], kind: 'picture' | 'file'): MediaItem[] =>
  messages.flatMap((message) =>
    message.messageMedias
      .filter((media) => isPictureOrVideo(media) === (kind === 'picture'))
      .map((media) => ({ message, media })),
  )

export interface LinkItem {
  readonly message: Message
  readonly href: string
}

/** Returns the web addresses in the texts of messages, each once for a message. */
export const linksOf = (messages: readonly Message[]): LinkItem[] =>
  messages.flatMap((message) => {
    const addresses = splitLinks(message.text).flatMap(({ href }) => (href !== undefined && /^https?:/i.test(href) ? [href] : []))
    return [...new Set(addresses)].map((href) => ({ message, href }))
  })
