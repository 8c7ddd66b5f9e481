import { IconDownload, IconPhotoOff } from '@tabler/icons-react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../platform/i18n.ts'
import { Carousel } from './carousel.tsx'
import css from './media-carousel.module.css'

/** A file, with what was written beside it. */
interface CaptionedMedia extends Media {
  readonly caption?: string
}

interface Props {
  /** Accessible name of the whole. */
  label: string
  medias: readonly CaptionedMedia[]
  /** Said where there is none. */
  empty: string
}

/** Photos, videos or recordings, one at a time. */
export function MediaCarousel({ label, medias, empty }: Props) {
  const text = useText()
  if (medias.length === 0) {
    return (
      <p className={css.nothing}>
        <IconPhotoOff size={28} stroke={1.75} aria-hidden="true" />
        {empty}
      </p>
    )
  }
  return (
    <Carousel
      label={label}
      previousLabel={text('media.previous')}
      nextLabel={text('media.next')}
      captionAt={medias[0]?.type.startsWith('image/') ? 'bottom' : 'top'}
      positionLabel={(index, count) => text('media.position', { index, count })}
      slides={medias.map((media) => ({ id: media.id, caption: media.caption ?? '', content: <Slide media={media} /> }))}
    />
  )
}

function Slide({ media: { type, mediaUrl, previewUrl, previewName, caption, width, height } }: { media: CaptionedMedia }) {
  const text = useText()
  if (type.startsWith('video/')) {
    return (
      <video className={css.video} src={mediaUrl} controls playsInline preload="metadata" aria-label={caption || previewName} />
    )
  }
  if (type.startsWith('audio/')) {
    return <audio className={css.audio} src={mediaUrl} controls preload="metadata" aria-label={caption || previewName} />
  }
  if (previewUrl === null && width === null) {
    return (
      <a className={css.file} href={mediaUrl} download={previewName}>
        <IconDownload size={28} stroke={1.75} aria-hidden="true" />
        <span>{previewName}</span>
        <small>{text('media.cannotShow')}</small>
      </a>
    )
  }
  return (
    <a
      className={css.picture}
      href={mediaUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={text('media.open', { name: caption || previewName })}
    >
      <img src={previewUrl ?? mediaUrl} alt={caption || previewName} width={width ?? undefined} height={height ?? undefined} />
    </a>
  )
}
