import { IconDownload, IconFileText, IconMapPin, IconMovie } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Media } from '@noroshi/contract/files'
import { useText } from '../../../platform/language/i18n.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { distanceMetres, distanceText, type LatLng } from '../../../ui/map/distance.ts'
import { MediaPlayer } from '../../../ui/media/media-player.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { useMayWrite } from '../may-write.ts'
import { useOpenPicture } from './chat-pictures.tsx'
import { TranscriptLine } from '../../../shared/chat/transcript-line.tsx'
import css from './message-content.module.css'
import { VoicePlayer } from './voice-player.tsx'

const LocationView = lazy(() =>
  import('../../../shared/location/location-view.tsx').then(({ LocationView: view }) => ({ default: view })),
)

interface MediaProps {
  medias: readonly Media[]
  location: LatLng | null
  /** Name of the sender; null for an own message. */
  sender: string | null
}

const isPicture = ({ type, previewUrl }: Media) => type.startsWith('image/') && previewUrl !== null

/** Attachments and location of a message. Several pictures are an album above the other files. */
export function MessageMedia({ medias, location, sender }: MediaProps) {
  const pictures = medias.filter(isPicture)
  const isAlbum = pictures.length > 1
  return (
    <span className={css.medias}>
      {isAlbum && <Album pictures={pictures} sender={sender} />}
      {(isAlbum ? medias.filter((media) => !isPicture(media)) : medias).map((media) => (
        <Attachment key={media.id} media={media} sender={sender} />
      ))}
      {location && <LocationCard location={location} sender={sender} />}
    </span>
  )
}

function Attachment({ media, sender }: { media: Media; sender: string | null }) {
  const mayWrite = useMayWrite()
  const { type, mediaUrl, previewName } = media
  if (isPicture(media)) return <Picture media={media} sender={sender} />
  if (type.startsWith('video/')) {
    return <MediaPlayer kind="video" className={css.video} src={mediaUrl} name={previewName} />
  }
  if (type.startsWith('audio/')) {
    return (
      <>
        <VoicePlayer url={mediaUrl} name={previewName} size={media.size} sender={sender} />
        {media.transcript && (
          <TranscriptLine transcript={media.transcript} mediaId={media.id} mayCorrect={mayWrite && sender === null} />
        )}
      </>
    )
  }
  return <FileCard media={media} />
}

/** Reserves the space of a picture before it has loaded. */
const pictureStyle = ({ width, height }: Media) =>
  width && height ? { aspectRatio: String(Math.min(2.2, Math.max(0.7, width / height))) } : { height: 180 }

/** Pictures of an album that are shown. The last one says how many more there are. */
const ALBUM_MAX = 4

/** The pictures of one message side by side. Each opens the viewer, which has all of them. */
function Album({ pictures, sender }: { pictures: readonly Media[]; sender: string | null }) {
  const text = useText()
  const shown = pictures.slice(0, ALBUM_MAX)
  const more = pictures.length - shown.length
  return (
    <span className={css.album} role="group" aria-label={text('messages.album', { count: pictures.length })}>
      {shown.map((media, index) => (
        <Picture key={media.id} media={media} sender={sender} more={index === ALBUM_MAX - 1 ? more : 0} />
      ))}
    </span>
  )
}

interface PictureProps {
  media: Media
  sender: string | null
  /** Number of further pictures of the album that are not shown; undefined for a picture that stands alone. */
  more?: number
}

function Picture({ media, sender, more }: PictureProps) {
  const text = useText()
  const open = useOpenPicture()
  const name = sender === null ? text('messages.pictureMine') : text('messages.picture', { name: sender })
  return (
    <button
      type="button"
      className={css.picture}
      style={more === undefined ? pictureStyle(media) : undefined}
      aria-haspopup="dialog"
      onClick={() => open(media.id)}
    >
      <img src={media.previewUrl ?? media.mediaUrl} alt={name} loading="lazy" decoding="async" />
      {more !== undefined && more > 0 && <b className={css.more}>{text('messages.albumMore', { count: more })}</b>}
    </button>
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
        <b className="one-line">{previewName}</b>
        {sizeText(size)}
      </span>
      <IconDownload size={20} stroke={1.75} aria-hidden="true" />
    </a>
  )
}

function LocationCard({ location, sender }: { location: LatLng; sender: string | null }) {
  const text = useText()
  const here = useOwnLocation()
  const [isOpen, setOpen] = useState(false)
  const title = sender === null ? text('messages.locationMine') : text('messages.locationOf', { name: sender })
  return (
    <>
      <button type="button" className={css.location} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={css.fileIcon}>
          <IconMapPin size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <span>
          <b className="one-line">{text('messages.location')}</b>
          {here
            ? text('map.awayFromYou', { distance: distanceText(distanceMetres(here, location)) })
            : text('messages.locationOpen')}
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <LocationView location={location} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
