import { IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { VideoFrame } from '../../../ui/media/video-frame.tsx'
import type { MediaItem } from './media-items.ts'
import css from './thread-media-dialog.module.css'

const MediaViewer = lazy(() =>
  import('../../../ui/media/media-viewer.tsx').then(({ MediaViewer: viewer }) => ({ default: viewer })),
)

interface Props {
  items: readonly MediaItem[]
  /** Called when the viewer opens and closes. */
  onViewer: (isOpen: boolean) => void
  /** Called when a video leads to its message. */
  onClose: () => void
}

/** Pictures, which open the viewer, and videos, which lead to their messages. */
export function PictureGrid({ items, onViewer, onClose }: Props) {
  const text = useText()
  const language = useLanguage()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const view = (id: string | null) => {
    setOpenedId(id)
    onViewer(id !== null)
  }
  const nameFor = ({ message: { sender, createdAt }, media }: MediaItem) =>
    text(isVideo({ media }) ? 'messages.media.video' : 'messages.media.photo', {
      name: nameOf(sender),
      date: dateTime(createdAt, language),
    })
  return (
    <>
      <ul className={css.grid}>
        {items.map((item) => (
          <li key={item.media.id}>
            {isVideo(item) ? (
              <Link
                to={paths.thread}
                params={{ messageThreadId: item.message.MessageThreadId }}
                search={{ at: item.message.seq }}
                className={css.tile}
                aria-label={nameFor(item)}
                onClick={onClose}
              >
                <VideoFrame src={item.media.mediaUrl} />
                <IconPlayerPlay size={28} stroke={2} aria-hidden="true" />
              </Link>
            ) : (
              <button type="button" className={css.tile} aria-haspopup="dialog" onClick={() => view(item.media.id)}>
                <img src={item.media.previewUrl ?? item.media.mediaUrl} alt={nameFor(item)} loading="lazy" decoding="async" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {openedId !== null && (
        <Suspense>
          <MediaViewer
            pictures={items
              .filter((item) => !isVideo(item))
              .map((item) => ({
                id: item.media.id,
                mediaUrl: item.media.mediaUrl,
                name: nameFor(item),
                caption: item.message.text,
                fileName: item.media.previewName,
              }))}
            startId={openedId}
            onClose={() => view(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const isVideo = ({ media }: Pick<MediaItem, 'media'>): boolean => media.type.startsWith('video/')
