import { useMap } from '@vis.gl/react-maplibre'
import type { LatLng } from './distance.ts'
import mapCss from './map-canvas.module.css'
import type { MapTexts } from './map-types.ts'
import css from './pick-centre.module.css'

interface Props {
  texts: MapTexts
  /** Whether it says what to do. */
  hasHint: boolean
  onPick: (place: LatLng) => void
}

/** Picks a location without a pointer: arrow keys move the map, and a button picks the centre. */
export function PickCentre({ texts, hasHint, onPick }: Props) {
  const { current: map } = useMap()
  const pick = () => {
    if (!map) return
    const { lat: latitude, lng: longitude } = map.getCenter().wrap()
    onPick({ latitude, longitude })
  }
  return (
    <div className={hasHint ? css.pick : css.pickAlone}>
      {hasHint && <p className={css.pickHint}>{texts.pickHint}</p>}
      <button type="button" className={mapCss.textButton} onClick={pick}>
        {texts.useCentre}
      </button>
    </div>
  )
}

/** Marks the centre of the map. */
export const Crosshair = () => (
  <svg className={css.cross} viewBox="0 0 32 32" aria-hidden>
    <path d="M16 2v10M16 20v10M2 16h10M20 16h10" />
  </svg>
)
