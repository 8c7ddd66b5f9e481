import { Button } from '@mantine/core'
import { IconZoomIn } from '@tabler/icons-react'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useText } from '../../../platform/language/i18n.ts'
import { CancelButton, Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useObjectUrl } from '../../../ui/media/media-stream.ts'
import { toastWarning } from '../../../ui/states/toast.tsx'
import form from '../../../ui/forms/form.module.css'
import { cropPicture } from '../crop-picture.ts'
import { useChangeAvatar } from '../profile.queries.ts'
import css from './crop-dialog.module.css'

interface Props {
  userId: string
  picture: File
  onClose: () => void
}

const MAX_ZOOM = 4

/** Selects the part of a picture for the avatar, with a preview. */
export function CropDialog({ userId, picture, onClose }: Props) {
  const text = useText()
  const id = useId()
  const url = useObjectUrl(picture)
  const change = useChangeAvatar(userId)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<{ readonly percent: Area; readonly pixels: Area } | null>(null)
  if (!url) return null
  const onUnreadable = () => {
    toastWarning('profile.cannotShow')
    onClose()
  }
  const save = () => {
    if (area) cropPicture(url, area.pixels).then((cropped) => change.mutate(cropped, { onSuccess: onClose }), onUnreadable)
  }
  return (
    <Dialog isOpen onClose={onClose} title={text('profile.crop')} hasUnsaved>
      <div className={css.cropper}>
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(percent, pixels) => setArea({ percent, pixels })}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ role: 'application', 'aria-label': text('profile.crop'), 'aria-describedby': `${id}-hint` }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className={css.controls}>
        <div className={css.text}>
          <p id={`${id}-hint`}>{text('profile.cropHint')}</p>
          <label htmlFor={`${id}-zoom`}>
            <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
            {text('profile.zoom')}
          </label>
          <input
            id={`${id}-zoom`}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.1}
            value={zoom}
            onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
          />
        </div>
        <figure className={css.preview}>
          <span>{area && <Preview url={url} area={area.percent} />}</span>
          <figcaption>{text('profile.preview')}</figcaption>
        </figure>
      </div>
      <div className={form.keys}>
        <CancelButton />
        <Button onClick={save} disabled={!area} loading={change.isPending}>
          {text('chrome.save')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The whole picture, moved and scaled until the selected part fills the circle. */
function Preview({ url, area: { x, y, width, height } }: { url: string; area: Area }) {
  const percent = (value: number) => `${value * 100}%`
  return (
    <img
      src={url}
      alt=""
      style={{ width: percent(100 / width), left: percent(-x / width), height: percent(100 / height), top: percent(-y / height) }}
    />
  )
}
