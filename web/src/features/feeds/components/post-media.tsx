import { IconDownload, IconFileText } from '@tabler/icons-react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../../../platform/language/i18n.ts'
import { MediaCarousel } from '../../../shared/media/media-carousel.tsx'
import { MediaPlayer } from '../../../ui/media/media-player.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import css from './post-media.module.css'

/** Whether the carousel shows the file. Other files are listed below it. */
const isVisual = ({ type, previewUrl }: Media) => type.startsWith('video/') || (type.startsWith('image/') && previewUrl !== null)

/** Carousel of pictures and videos, then recordings and files. */
export function PostMedia({ medias }: { medias: readonly Media[] }) {
  const text = useText()
  const visuals = medias.filter(isVisual)
  if (medias.length === 0) return null
  return (
    <div className={css.medias}>
      {visuals.length > 0 && (
        <div className={css.pictures}>
          <MediaCarousel label={text('posts.media')} medias={visuals} empty={text('posts.noMedia')} />
        </div>
      )}
      {medias
        .filter((media) => !isVisual(media))
        .map((media) =>
          media.type.startsWith('audio/') ? (
            <MediaPlayer key={media.id} kind="audio" src={media.mediaUrl} name={media.previewName} />
          ) : (
            <FileCard key={media.id} media={media} />
          ),
        )}
    </div>
  )
}

function FileCard({ media: { mediaUrl, previewName, size } }: { media: Media }) {
  const text = useText()
  return (
    <a className={css.file} href={mediaUrl} download={previewName} aria-label={text('posts.download', { name: previewName })}>
      <IconFileText size={24} stroke={1.75} aria-hidden="true" />
      <span>
        <b className="one-line">{previewName}</b>
        {sizeText(size)}
      </span>
      <IconDownload size={20} stroke={1.75} aria-hidden="true" />
    </a>
  )
}
