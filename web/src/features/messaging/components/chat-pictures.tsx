import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import type { ViewerPicture } from '../../../ui/media/media-viewer.tsx'

const MediaViewer = lazy(() =>
  import('../../../ui/media/media-viewer.tsx').then(({ MediaViewer: viewer }) => ({ default: viewer })),
)

const OpenContext = createContext<(mediaId: string) => void>(() => undefined)

/** Returns a function that opens a picture of the chat in the viewer. */
export const useOpenPicture = () => use(OpenContext)

const picturesOf = ({ messageMedias, SenderId, sender, text: caption }: Message, ownId: string | undefined, text: Text) =>
  messageMedias
    .filter(({ type, previewUrl }) => type.startsWith('image/') && previewUrl !== null)
    .map(({ id, mediaUrl, previewName }): ViewerPicture => {
      const name = SenderId === ownId ? text('messages.pictureMine') : text('messages.picture', { name: nameOf(sender) })
      return { id, mediaUrl, name, caption, fileName: previewName }
    })

/** Provides one viewer for all pictures of a chat to its children. */
export function ChatPictures({ messages, children }: { messages: readonly Message[]; children: ReactNode }) {
  const text = useText()
  const ownId = useCurrentUser()?.id
  const [openedId, setOpenedId] = useState<string | null>(null)
  return (
    <OpenContext value={setOpenedId}>
      {children}
      {openedId !== null && (
        <Suspense>
          <MediaViewer
            pictures={messages.flatMap((message) => picturesOf(message, ownId, text))}
            startId={openedId}
            onClose={() => setOpenedId(null)}
          />
        </Suspense>
      )}
    </OpenContext>
  )
}
