import { IconDownload, IconFileText, IconMapPin, IconMovie } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../../../platform/i18n.ts'
import { useOwnPlace } from '../../../platform/own-place.ts'
import { distanceMetres, distanceText, type Place } from '../../../ui/map/distance.ts'
import { sizeText } from '../../../ui/size-text.ts'
import css from './message-content.module.css'
import { VoicePlayer } from './voice-player.tsx'

const PictureDialog = lazy(() => import('./picture-dialog.tsx').then(({ PictureDialog: dialog }) => ({ default: dialog })))
const PlaceView = lazy(() => import('../../../ui/place-view.tsx').then(({ PlaceView: view }) => ({ default: view })))

interface MediaProps {
  medias: readonly Media[]
  place: Place | null
  /** Who sent it; null: oneself. */
  sender: string | null
}

/** What came with a message, or instead of words. */
export function MessageMedia({ medias, place, sender }: MediaProps) {
  return (
    <span className={css.medias}>
      {medias.map((media) => (
        <One key={media.id} media={media} sender={sender} />
      ))}
      {place && <PlaceCard place={place} sender={sender} />}
    </span>
  )
}

function One({ media, sender }: { media: Media; sender: string | null }) {
  const { type, mediaUrl, previewName } = media
  if (type.startsWith('image/') && media.previewUrl !== null) return <Picture media={media} sender={sender} />
  if (type.startsWith('video/')) {
    return <video className={css.video} src={mediaUrl} controls playsInline preload="metadata" aria-label={previewName} />
  }
  if (type.startsWith('audio/')) return <VoicePlayer url={mediaUrl} name={previewName} />
  return <FileCard media={media} />
}

/** The page keeps its room before it has come. */
const shapeOf = ({ width, height }: Media) =>
  width && height ? { aspectRatio: String(Math.min(2.2, Math.max(0.7, width / height))) } : { height: 180 }

function Picture({ media, sender }: { media: Media; sender: string | null }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const name = sender === null ? text('messages.pictureMine') : text('messages.picture', { name: sender })
  return (
    <>
      <button type="button" className={css.picture} style={shapeOf(media)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <img src={media.previewUrl ?? media.mediaUrl} alt={name} loading="lazy" decoding="async" />
      </button>
      {isOpen && (
        <Suspense>
          <PictureDialog media={media} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function FileCard({ media: { mediaUrl, previewName, size, type } }: { media: Media }) {
  const text = useText()
  const Icon = type.startsWith('video/') ? IconMovie : IconFileText
  return (
    <a className={css.file} href={mediaUrl} download={previewName} aria-label={text('messages.download', { name: previewName })}>
      <span className={css.fileIcon}>
        <Icon size={22} stroke={1.75} aria-hidden="true" />
      </span>
      <span>
        <b>{previewName}</b>
        {sizeText(size)}
      </span>
      <IconDownload size={20} stroke={1.75} aria-hidden="true" />
    </a>
  )
}

function PlaceCard({ place, sender }: { place: Place; sender: string | null }) {
  const text = useText()
  const here = useOwnPlace()
  const [isOpen, setOpen] = useState(false)
  const title = sender === null ? text('messages.placeMine') : text('messages.placeOf', { name: sender })
  return (
    <>
      <button type="button" className={css.place} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={css.fileIcon}>
          <IconMapPin size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <span>
          <b>{text('messages.place')}</b>
          {here ? text('map.awayFromYou', { distance: distanceText(distanceMetres(here, place)) }) : text('messages.placeOpen')}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <PlaceView place={place} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
