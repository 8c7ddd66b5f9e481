import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type MapOverlay, OPACITIES } from '@noroshi/contract/community-map/map-overlays.http'
import { fitOverlay, type OverlayPoint } from '@noroshi/contract/community-map/overlay-fit'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { FieldError } from '../../../ui/forms/field-error.tsx'
import type { LatLng } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { useChangeOverlay } from './map-overlays.changes.ts'
import { overlayView } from './overlay-views.ts'
import css from './overlays.module.css'
import { PickOnPicture, type PicturePoint } from './pick-on-picture.tsx'

const POINTS = 3
const noMarkers: readonly MapMarker[] = []

/** Lays a picture on the map by three points: each one on the picture, then on the map. */
export function LayDialog({ overlay, onClose }: { overlay: MapOverlay; onClose: () => void }) {
  const text = useText()
  const [points, setPoints] = useState<readonly OverlayPoint[]>(overlay.points ?? [])
  const [opacity, setOpacity] = useState(overlay.opacity)
  const isChanged = points !== overlay.points && points.length > 0
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text('mapOverlays.layTitle', { name: overlay.name })}
      hasUnsaved={isChanged || opacity !== overlay.opacity}
    >
      <div className={formCss.fields}>
        {points.length < POINTS ? (
          <NextPoint key={points.length} overlay={overlay} points={points} onChange={setPoints} />
        ) : (
          <Preview
            overlay={overlay}
            points={points}
            opacity={opacity}
            onOpacity={setOpacity}
            onRestart={() => setPoints([])}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

interface NextProps {
  overlay: MapOverlay
  points: readonly OverlayPoint[]
  onChange: (points: readonly OverlayPoint[]) => void
}

/** Chooses the next point on the picture, then on the map. */
function NextPoint({ overlay, points, onChange }: NextProps) {
  const text = useText()
  const ownLocation = useOwnLocation()
  const [spot, setSpot] = useState<PicturePoint | null>(null)
  const [isOnMap, setOnMap] = useState(false)
  const [location, setLocation] = useState<LatLng | null>(null)
  const number = points.length + 1
  const title = text(isOnMap ? 'mapOverlays.onMap' : 'mapOverlays.onPicture', { number })
  const last = points.at(-1)
  const use = () => {
    if (!spot || !location) return
    const { latitude, longitude } = location
    onChange([...points, { ...spot, latitude, longitude }])
  }
  return (
    <>
      <p aria-live="polite">{title}</p>
      {isOnMap ? (
        <div className={css.map}>
          <LocationMap
            name={title}
            markers={noMarkers}
            center={last ?? ownLocation}
            zoom={15}
            onPick={setLocation}
            picked={location}
          />
        </div>
      ) : (
        <PickOnPicture url={overlay.picture.mediaUrl} label={title} done={points} at={spot} onPick={setSpot} />
      )}
      <div className={css.tools}>
        {(isOnMap || last) && (
          <Button variant="default" onClick={() => (isOnMap ? setOnMap(false) : onChange(points.slice(0, -1)))}>
            {text('mapOverlays.back')}
          </Button>
        )}
        {isOnMap ? (
          <Button disabled={!location} onClick={use}>
            {text('mapOverlays.useLocation')}
          </Button>
        ) : (
          <Button disabled={!spot} onClick={() => setOnMap(true)}>
            {text('mapOverlays.usePoint')}
          </Button>
        )}
      </div>
    </>
  )
}

interface PreviewProps {
  overlay: MapOverlay
  points: readonly OverlayPoint[]
  opacity: number
  onOpacity: (opacity: number) => void
  onRestart: () => void
  onClose: () => void
}

/** The picture on the map before it is stored; why it cannot be laid if the points are wrong. */
function Preview({ overlay, points, opacity, onOpacity, onRestart, onClose }: PreviewProps) {
  const text = useText()
  const change = useChangeOverlay()
  const fit = useMemo(() => fitOverlay(points), [points])
  const pictures = useMemo(() => {
    const view = overlayView({ ...overlay, points: [...points], opacity })
    return view ? [view] : []
  }, [overlay, points, opacity])
  const restart = (
    <Button variant="default" onClick={onRestart}>
      {text('mapOverlays.restart')}
    </Button>
  )
  if ('problem' in fit) {
    return (
      <>
        <FieldError>{text(`mapOverlays.${fit.problem}`)}</FieldError>
        {restart}
      </>
    )
  }
  const save = () => change.mutate({ overlay, change: { points: [...points], opacity } }, { onSuccess: onClose })
  return (
    <>
      <p>{text('mapOverlays.preview')}</p>
      <div className={css.map}>
        <LocationMap name={overlay.name} markers={noMarkers} fitTo={fit.corners} pictures={pictures} />
      </div>
      <ChoiceField
        label={text('mapOverlays.opacity')}
        value={String(opacity)}
        onChange={({ currentTarget: { value } }) => onOpacity(Number(value))}
        data={[...new Set([...OPACITIES, opacity])].map((percent) => ({
          value: String(percent),
          label: text('mapOverlays.percent', { percent }),
        }))}
      />
      <div className={css.tools}>
        {restart}
        <Button loading={change.isPending} onClick={save}>
          {text('chrome.save')}
        </Button>
      </div>
    </>
  )
}
