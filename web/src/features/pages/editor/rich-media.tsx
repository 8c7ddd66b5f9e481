import { useState } from 'react'
import type { RichImage, RichVideo } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { MediaPlayer } from '../../../ui/media/media-player.tsx'
import css from './rich-media.module.css'

/** A picture in its stored size, so that the layout does not shift. Links to the whole file. */
export function RichImage({ image: { attrs }, isCover = false }: { image: RichImage; isCover?: boolean }) {
  const text = useText()
  const { src, alt, width, height } = attrs
  const [withoutPreview, setWithoutPreview] = useState<string | null>(null)
  const name = alt === '' ? text('pages.picture') : alt
  return (
    <a
      className={isCover ? css.cover : css.picture}
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={text('media.open', { name })}
    >
      <img
        src={withoutPreview === src ? src : `${src}/preview`}
        alt={alt}
        width={width ?? undefined}
        height={height ?? undefined}
        data-unsized={width === null || height === null || undefined}
        loading={isCover ? 'eager' : 'lazy'}
        decoding="async"
        onError={() => setWithoutPreview(src)}
      />
    </a>
  )
}

export function RichVideo({ video: { attrs } }: { video: RichVideo }) {
  const text = useText()
  const title = attrs.title === '' ? text('pages.video') : attrs.title
  return <MediaPlayer kind="video" className={css.video} src={attrs.src} name={title} />
}
