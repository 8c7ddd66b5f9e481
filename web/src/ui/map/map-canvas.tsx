/**
 * The chunk with MapLibre in it; import it through `map-view.tsx` alone.
 *
 * What it needs of a Content-Security-Policy, all on this origin:
 *   worker-src 'self'        MapLibre's worker is a file of the build (the `?url` import below), never a blob
 *   connect-src 'self'       archives and fonts are fetched (by ranges: the server must answer 206), and the origin of
 *                            `tileUrl` where the operator set one
 *   img-src 'self' blob:     raster tiles, and avatars
 *   style-src                nothing of its own: MapLibre and React set styles through the DOM
 * No 'unsafe-eval', no 'wasm-unsafe-eval', no font-src: fonts become FontFace from fetched bytes.
 */
import { Map as MapLibre, type ErrorEvent, type MapRef } from '@vis.gl/react-maplibre'
import * as mapLib from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { Protocol } from 'pmtiles'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LiveLayers } from './live-layers.tsx'
import { wanted, type Crowd } from './live-data.ts'
import css from './map-canvas.module.css'
import { MapFallback } from './map-fallback.tsx'
import { MapHelp } from './map-help.tsx'
import { MapHud } from './map-hud.tsx'
import { MapList } from './map-list.tsx'
import { MapListPanel } from './map-list-panel.tsx'
import { MapPins } from './map-pins.tsx'
import type { MapMarker, MapViewProps } from './map-types.ts'
import { mapStyle } from './style/map-style.ts'
import { useCamera } from './use-camera.ts'
import { useMapClicks } from './use-map-clicks.ts'
import { MAX_ZOOM, MIN_ZOOM, toMapZoom } from './zoom.ts'

mapLib.setWorkerUrl(workerUrl)
mapLib.addProtocol('pmtiles', new Protocol().tile)

const canDraw = () => document.createElement('canvas').getContext('webgl2') !== null

export default function MapCanvas(props: MapViewProps) {
  const [draws] = useState(canDraw)
  return draws ? <DrawnMap {...props} /> : <MapFallback props={props} reason={props.words.noDrawing} />
}

/** What the list over the map shows: a crowd on one spot, or everything. */
interface Listed {
  title: string
  ids: ReadonlySet<string> | null
}

function DrawnMap(props: MapViewProps) {
  const { markers, settings, language, colorScheme, words, layers, picked, onPick, onSelect, describe, compact = false } = props
  const mapRef = useRef<MapRef>(null)
  const [listed, setListed] = useState<Listed | null>(null)
  const [failed, setFailed] = useState(false)
  const { hasStreets, tileUrl } = settings
  const style = useMemo(
    () => mapStyle(colorScheme, language, { hasStreets, tileUrl }),
    [colorScheme, language, hasStreets, tileUrl],
  )
  const shown = useMemo(() => wanted(markers, layers), [markers, layers])
  const me = shown.find((marker) => marker.kind === 'me')
  const { initial, moved } = useCamera(mapRef, props)
  const listCrowd = (crowd: Crowd, crowded: readonly MapMarker[]) => {
    const title = { alerts: words.alertsHere, people: words.peopleHere, resolved: words.resolvedHere }[crowd]
    setListed({ title: title(crowded.length), ids: new Set(crowded.map(({ id }) => id)) })
  }
  const { open, clicks } = useMapClicks(mapRef, shown, { onPick, onSelect, onList: listCrowd })

  // The list lives on with its markers: an alert that comes while it is open stands in it.
  const inList = useMemo(() => (listed?.ids ? shown.filter(({ id }) => listed.ids?.has(id)) : shown), [listed, shown])

  // MapLibre reads its words only once, at the start.
  const [locale] = useState({
    'Map.Title': words.map,
    'CooperativeGesturesHandler.MobileHelpText': words.twoFingers,
    'CooperativeGesturesHandler.WindowsHelpText': words.wheelCtrl,
    'CooperativeGesturesHandler.MacHelpText': words.wheelCommand,
  })
  useEffect(() => mapRef.current?.getCanvas().setAttribute('aria-label', words.map), [words.map])

  return (
    <>
      <div className={css.ground} inert={listed !== null}>
        <MapLibre
          ref={mapRef}
          mapLib={mapLib}
          initialViewState={initial}
          mapStyle={style}
          locale={locale}
          minZoom={toMapZoom(MIN_ZOOM)}
          maxZoom={toMapZoom(MAX_ZOOM)}
          maxPitch={0}
          dragRotate={false}
          touchPitch={false}
          pitchWithRotate={false}
          cooperativeGestures={compact}
          attributionControl={false}
          onLoad={({ target }) => {
            target.touchZoomRotate.disableRotation()
            target.keyboard.disableRotation()
          }}
          onMoveStart={moved}
          // Tiles of the operator may be out of reach, which is no fault; without the world there is no map.
          onError={(event) => setFailed((before) => before || isOfTheWorld(event))}
          {...clicks}
        >
          <MapHelp me={me} hasGrid={!hasStreets && !tileUrl} style={style} />
          <LiveLayers markers={shown} scheme={colorScheme} />
          <MapPins markers={shown} words={words} picked={picked} onSelect={onSelect} onOpen={open} />
          <MapHud
            props={props}
            notice={failed ? words.loadFailed : null}
            onList={() => setListed({ title: words.listTitle, ids: null })}
          />
        </MapLibre>
      </div>
      {listed ? (
        <MapListPanel
          title={listed.title}
          markers={inList}
          words={words}
          onSelect={onSelect}
          describe={describe}
          onClose={() => setListed(null)}
        />
      ) : (
        <MapList markers={shown} words={words} onSelect={onSelect} describe={describe} readOnly />
      )}
    </>
  )
}

const isOfTheWorld = (event: ErrorEvent & { sourceId?: string }) => event.sourceId === 'world'
