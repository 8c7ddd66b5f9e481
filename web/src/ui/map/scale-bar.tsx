import { useMap } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'
import { niceLength } from './distance.ts'
import css from './scale-bar.module.css'

/** Max width in pixels. */
const MAX_WIDTH = 110
/** Metres per pixel at MapLibre's zoom 0 on the equator. */
const METRES_PER_PIXEL = 78_271.517

/** Shows the scale at the centre of the view. */
export function ScaleBar() {
  const { current: map } = useMap()
  const [metres, setMetres] = useState(1)
  useEffect(() => {
    if (!map) return undefined
    const measure = () => setMetres((METRES_PER_PIXEL * Math.cos((map.getCenter().lat * Math.PI) / 180)) / 2 ** map.getZoom())
    measure()
    map.on('move', measure)
    return () => {
      map.off('move', measure)
    }
  }, [map])
  const length = niceLength(metres * MAX_WIDTH)
  return (
    <div className={css.scale} style={{ width: length / metres }} aria-hidden>
      {length < 1000 ? `${length} m` : `${length / 1000} km`}
    </div>
  )
}
