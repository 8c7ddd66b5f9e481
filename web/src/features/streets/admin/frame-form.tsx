import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { BYTES_PER_MB } from '@noroshi/contract/limits'
import { AREA_DEGREES_MAX, type StreetArea } from '@noroshi/contract/streets/street-extracts.http'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { sizeText } from '../../../ui/forms/size-text.ts'
import type { Bounds } from '../../../ui/map/bounds.ts'
import { distanceMetres, distanceText } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { Notice } from '../../../ui/states/notice.tsx'
import { areaText, framedArea } from './area-text.ts'
import { useMeasureArea } from './street-extracts.queries.ts'
import own from './streets.module.css'

interface Props {
  host: string
  /** The area of the current streets, which the map shows at first; null without streets. */
  bounds: Bounds | null
  maxMb: number
  isStarting: boolean
  /** Why the start was refused. */
  error: Error | null
  onStart: (area: StreetArea) => void
}

const NO_MARKERS: readonly MapMarker[] = []

/** A map with a frame around the wanted area, its size, and the button that gets its streets. */
export function FrameForm({ host, bounds, maxMb, isStarting, error, onStart }: Props) {
  const text = useText()
  const me = useOwnLocation()
  const measure = useMeasureArea()
  const [area, setArea] = useState<StreetArea | null>(null)
  const fitTo = useMemo(() => cornersOf(bounds), [bounds])
  const frame = (framed: Bounds) => {
    setArea(framedArea(framed))
    measure.reset() // the size was that of another area
  }
  const isTooLarge = area !== null && Math.max(area[2] - area[0], area[3] - area[1]) > AREA_DEGREES_MAX
  const bytes = measure.data?.bytes
  const isOverLimit = bytes !== undefined && bytes > maxMb * BYTES_PER_MB
  const failure = measure.error ?? error
  const reason = failure && ((failure instanceof ApiError && failure.message) || text('chrome.noAnswer'))
  const problem = isOverLimit ? text('error.streets.extractTooLarge') : reason
  const isDisabled = area === null || isTooLarge || isStarting
  return (
    <>
      <p>{text('streets.getNote', { host })}</p>
      <div className={own.map}>
        <LocationMap
          name={text('streets.frameMap')}
          markers={NO_MARKERS}
          {...(fitTo && { fitTo })}
          center={me}
          zoom={FIRST_ZOOM}
          onFrame={frame}
          compact
        />
      </div>
      <p aria-live="polite">
        {area && (
          <>
            {text('streets.framed')}: <span className="num">{sidesText(area)}</span>
            <small className={own.place}>{areaText(area)}</small>
          </>
        )}
      </p>
      <output>{bytes !== undefined && text('streets.measured', { size: sizeText(bytes) })}</output>
      {isTooLarge && <Notice>{text('streets.zoomIn')}</Notice>}
      {problem && <Notice role="alert">{problem}</Notice>}
      <div className={own.buttons}>
        <Button
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden="true" />}
          disabled={isDisabled || isOverLimit}
          onClick={() => area && onStart(area)}
        >
          {text('streets.getNow')}
        </Button>
        <Button variant="default" disabled={isDisabled} loading={measure.isPending} onClick={() => area && measure.mutate(area)}>
          {text('streets.measure')}
        </Button>
      </div>
    </>
  )
}

/** A zoom that shows a city and its surroundings. */
const FIRST_ZOOM = 10

function cornersOf(bounds: Bounds | null) {
  if (bounds === null) return undefined
  const [west, south, east, north] = bounds
  return [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ]
}

/** Returns '45 km × 38 km', in the middle of the area. */
function sidesText([west, south, east, north]: StreetArea): string {
  const latitude = (south + north) / 2
  const width = distanceMetres({ latitude, longitude: west }, { latitude, longitude: east })
  const height = distanceMetres({ latitude: south, longitude: west }, { latitude: north, longitude: west })
  return `${distanceText(width)} × ${distanceText(height)}`
}
