import { Loader } from '@mantine/core'
import { useMap } from '@vis.gl/react-maplibre'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import css from './map-canvas.module.css'
import type { LocateOutcome, MapTexts } from './map-types.ts'
import { BY_USER } from './use-camera.ts'
import { LOCATE_ZOOM, toMapZoom } from './zoom.ts'

type State = 'ready' | 'busy' | { reason: string }

/** Moves the map to the user's own location, or shows why there is none. */
export function LocateButton({ texts, onLocate }: { texts: MapTexts; onLocate: () => Promise<LocateOutcome> }) {
  const { current: map } = useMap()
  const [state, setState] = useState<State>('ready')
  const isBusy = state === 'busy'
  const locate = async () => {
    if (isBusy) return
    setState('busy')
    const outcome = await onLocate().catch((): LocateOutcome => ({ unavailable: texts.locateFailed }))
    if ('unavailable' in outcome) {
      setState({ reason: outcome.unavailable })
      return
    }
    setState('ready')
    map?.flyTo({ center: [outcome.longitude, outcome.latitude], zoom: toMapZoom(LOCATE_ZOOM) }, BY_USER)
  }
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={texts.locate}
        title={texts.locate}
        aria-disabled={isBusy}
        onClick={() => void locate()}
      >
        {isBusy ? <Loader size={20} aria-hidden /> : <IconCurrentLocation size={22} stroke={1.75} aria-hidden />}
      </button>
      <output className={css.reason} data-shown={typeof state === 'object' || undefined}>
        {isBusy && <span className={css.visuallyHidden}>{texts.locating}</span>}
        {typeof state === 'object' && (
          <>
            {state.reason}
            <button type="button" className={css.plainButton} aria-label={texts.close} onClick={() => setState('ready')}>
              <IconX size={18} stroke={2} aria-hidden />
            </button>
          </>
        )}
      </output>
    </>
  )
}
