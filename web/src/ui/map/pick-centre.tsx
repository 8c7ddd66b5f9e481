import { useMap } from '@vis.gl/react-maplibre'
import type { Place } from './distance.ts'
import css from './map-canvas.module.css'
import type { MapWords } from './map-types.ts'

/** Picking without a pointer: the arrow keys move the map below the cross, a key takes its centre. */
export function PickCentre({ words, onPick }: { words: MapWords; onPick: (place: Place) => void }) {
  const { current: map } = useMap()
  const pick = () => {
    if (!map) return
    const { lat: latitude, lng: longitude } = map.getCenter().wrap()
    onPick({ latitude, longitude })
  }
  return (
    <>
      <svg className={css.cross} viewBox="0 0 32 32" aria-hidden>
        <path d="M16 2v10M16 20v10M2 16h10M20 16h10" />
      </svg>
      <div className={css.pick}>
        <p className={css.pickHint}>{words.pickHint}</p>
        <button type="button" className={css.textKey} onClick={pick}>
          {words.useCentre}
        </button>
      </div>
    </>
  )
}
