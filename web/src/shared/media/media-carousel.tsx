import { IconDownload, IconPhotoOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Media } from '@noroshi/contract/files'
import { useText, withTexts } from '../../platform/language/i18n.ts'
import { Carousel } from '../../ui/media/carousel.tsx'
import { LazyContent, retryUntilLoaded } from '../../ui/states/lazy-content.tsx'
import { MediaPlayer } from '../../ui/media/media-player.tsx'
import css from './media-carousel.module.css'
import type { ViewerPicture } from '../../ui/media/media-viewer.tsx'

const MediaViewer = lazy(() =>
  retryUntilLoaded(() => import('../../ui/media/media-viewer.tsx')).then(({ MediaViewer: viewer }) => ({ default: viewer })),
)

const TranscriptLine = lazy(() =>
  retryUntilLoaded(() => withTexts(() => import('../chat/transcript-line.tsx'))).then(({ TranscriptLine: line }) => ({
    default: line,
  })),
)

/** A file with its caption. */
interface CaptionedMedia extends Media {
  readonly caption?: string
  /** The viewer recorded it and may correct its transcript. */
  readonly isOwn?: boolean
}

interface Props {
  /** Accessible name of the carousel. */
  label: string
  medias: readonly CaptionedMedia[]
  /** Text without any files. */
  empty: string
}

/** Returns whether the browser can show the file as a picture. Other files are downloads. */
const isPicture = ({ type, previewUrl, width }: CaptionedMedia) =>
  type.startsWith('image/') && (previewUrl !== null || width !== null)

const pictureOf = ({ id, mediaUrl, caption, previewName }: CaptionedMedia): ViewerPicture => ({
  id,
  mediaUrl,
  name: caption || previewName,
  fileName: previewName,
})

/** Shows photos, videos or recordings one at a time. */
export function MediaCarousel({ label, medias, empty }: Props) {
  const text = useText()
  const [openedId, setOpenedId] = useState<string | null>(null)
  if (medias.length === 0) {
    return (
      <p className={css.empty}>
        <IconPhotoOff size={28} stroke={1.75} aria-hidden="true" />
        {empty}
      </p>
    )
  }
  return (
    <>
      <Carousel
        label={label}
        previousLabel={text('media.previous')}
        nextLabel={text('media.next')}
        positionLabel={(index, count) => text('media.position', { index, count })}
        slides={medias.map((media) => ({
          id: media.id,
          caption: media.caption ?? '',
          hasControls: !media.type.startsWith('image/'),
          content: <Slide media={media} onOpen={() => setOpenedId(media.id)} />,
        }))}
      />
      {openedId !== null && (
        <Suspense>
          <MediaViewer pictures={medias.filter(isPicture).map(pictureOf)} startId={openedId} onClose={() => setOpenedId(null)} />
        </Suspense>
      )}
    </>
  )
}

function Slide({ media, onOpen }: { media: CaptionedMedia; onOpen: () => void }) {
  const text = useText()
  const { type, mediaUrl, previewUrl, previewName, caption, width, height } = media
  if (type.startsWith('video/')) {
    return <MediaPlayer kind="video" className={css.video} src={mediaUrl} name={previewName} label={caption || previewName} />
  }
  if (type.startsWith('audio/')) {
    return (
      <div className={css.sound}>
        <MediaPlayer kind="audio" className={css.audio} src={mediaUrl} name={previewName} label={caption || previewName} />
        {media.transcript && (
          <LazyContent>
            <TranscriptLine transcript={media.transcript} mediaId={media.id} mayCorrect={media.isOwn ?? false} />
          </LazyContent>
        )}
      </div>
    )
  }
  if (!isPicture(media)) {
    return (
      <a className={css.file} href={mediaUrl} download={previewName}>
        <IconDownload size={28} stroke={1.75} aria-hidden="true" />
        <span>{previewName}</span>
        <small>{text('media.cannotShow')}</small>
      </a>
    )
  }
  return (
    <button
      type="button"
      className={css.picture}
      aria-haspopup="dialog"
      aria-label={text('media.open', { name: caption || previewName })}
      onClick={onOpen}
    >
      <img src={previewUrl ?? mediaUrl} alt={caption || previewName} width={width ?? undefined} height={height ?? undefined} />
    </button>
  )
}
