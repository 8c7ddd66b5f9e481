/**
 * The chunk that contains MapLibre. Import it only from `map-view.tsx`.
 * It needs these Content-Security-Policy sources, all on this origin:
 *   worker-src 'self'        MapLibre's worker is a file of the build (the `?url` import below), not a blob
 *   connect-src 'self'       archives and fonts are fetched (by ranges: the server must answer 206), and the origin of
 *                            `tileUrl` if the operator configured one
 *   img-src 'self' blob:     raster tiles and avatars
 *   style-src                nothing: MapLibre and React set styles through the DOM
 * No 'unsafe-eval', no 'wasm-unsafe-eval', no font-src: fonts become FontFace from fetched bytes.
 */
import { Map as MapLibre, type ErrorEvent, type MapRef } from '@vis.gl/react-maplibre'
import * as mapLib from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { AreaLayer } from './area-layer.tsx'
import { LiveLayers } from './layers/live-layers.tsx'
import { PicturesLayer } from './layers/pictures-layer.tsx'
import { SHAPE_LAYERS, ShapesLayer } from './layers/shapes-layer.tsx'
import { visibleMarkers, type MarkerCollection } from './layers/live-data.ts'
import css from './map-canvas.module.css'
import { loadTile, streetArchive } from './map-archives.ts'
import { MapFallback } from './map-fallback.tsx'
import { MapGrid } from './map-grid.tsx'
import { MapHud } from './map-hud.tsx'
import { MapList } from './list/map-list.tsx'
import { MapListPanel } from './list/map-list-panel.tsx'
import { EdgeArrows } from './pins/edge-arrows.tsx'
import { MapPins } from './pins/map-pins.tsx'
import type { MapMarker, MapViewProps } from './map-types.ts'
import { mapStyle } from './style/map-style.ts'
import { ViewReport } from './view-report.tsx'
import { useCamera } from './use-camera.ts'
import { useMapClicks } from './use-map-clicks.ts'
import { useStreetArea } from './use-street-area.ts'
import { MAX_ZOOM, MIN_ZOOM, toMapZoom } from './zoom.ts'

mapLib.setWorkerUrl(workerUrl)
mapLib.addProtocol('pmtiles', loadTile)

const canDraw = () => document.createElement('canvas').getContext('webgl2') !== null

export default function MapCanvas(props: MapViewProps) {
  const [canDrawMap] = useState(canDraw)
  return canDrawMap ? <DrawnMap {...props} /> : <MapFallback props={props} reason={props.texts.noDrawing} />
}

/** Content of the list over the map. `ids` null: all markers. */
interface ListContent {
  title: string
  ids: ReadonlySet<string> | null
}

function DrawnMap(props: MapViewProps) {
  const {
    markers,
    settings,
    language,
    colorScheme,
    texts,
    layers,
    picked,
    onPick,
    onSelect,
    describe,
    area,
    onFrame,
    onView,
    pictures,
    shapes,
    onShape,
    compact = false,
  } = props
  const mapRef = useRef<MapRef>(null)
  const [list, setList] = useState<ListContent | null>(null)
  const [failed, setFailed] = useState(false)
  const { streetsTag, tileUrl } = settings
  const style = useMemo(() => {
    if (streetsTag !== null) streetArchive(streetsTag) // before the style refers to it
    return mapStyle(colorScheme, language, { streetsTag, tileUrl })
  }, [colorScheme, language, streetsTag, tileUrl])
  const streetArea = useStreetArea(settings)
  const shown = useMemo(() => visibleMarkers(markers, layers), [markers, layers])
  const me = shown.find((marker) => marker.kind === 'me')
  const { initial, onMoveStart, onCreate } = useCamera(mapRef, props)
  const listCluster = (collection: MarkerCollection, clustered: readonly MapMarker[]) => {
    const { alertsHere, peopleHere, placesHere, resolvedHere } = texts
    const title = { alerts: alertsHere, people: peopleHere, places: placesHere, resolved: resolvedHere }[collection]
    setList({ title: title(clustered.length), ids: new Set(clustered.map(({ id }) => id)) })
  }
  const listAll = (stacked: readonly MapMarker[]) => setList({ title: texts.allHere, ids: new Set(stacked.map(({ id }) => id)) })
  const { open, openStack, clicks } = useMapClicks(mapRef, shown, {
    onPick,
    onSelect,
    onShape,
    onList: listCluster,
    onListAll: listAll,
  })

  /** A marker without a link is shown on the map, which the list covers. */
  const selectListed = (marker: MapMarker) => {
    if (marker.kind === 'me' || marker.href === undefined) setList(null)
    onSelect?.(marker)
  }

  // The list follows its markers: an alert that arrives while the list is open is added.
  const listedMarkers = useMemo(() => (list?.ids ? shown.filter(({ id }) => list.ids?.has(id)) : shown), [list, shown])

  // MapLibre reads its texts only once, when it is created.
  const [locale] = useState({
    'Map.Title': texts.map,
    'CooperativeGesturesHandler.MobileHelpText': texts.twoFingers,
    'CooperativeGesturesHandler.WindowsHelpText': texts.wheelCtrl,
    'CooperativeGesturesHandler.MacHelpText': texts.wheelCommand,
  })
  useEffect(() => mapRef.current?.getCanvas().setAttribute('aria-label', texts.map), [texts.map])

  return (
    <>
      <div className={css.canvas} inert={list !== null}>
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
          fadeDuration={0} // each fade of a label repaints the whole map for 300 ms
          attributionControl={false}
          onLoad={({ target }) => {
            target.touchZoomRotate.disableRotation()
            target.keyboard.disableRotation()
          }}
          onMoveStart={onMoveStart}
          // The operator's tiles may be unreachable; that is not an error. Without the embedded world there is no map.
          onError={(event) => setFailed((before) => before || isWorldError(event))}
          {...clicks}
        >
          <OnCreate run={onCreate} />
          {onView && <ViewReport onView={onView} />}
          <MapGrid me={me} streetArea={streetArea} style={style} />
          {shapes && <ShapesLayer shapes={shapes} scheme={colorScheme} />}
          {pictures && <PicturesLayer pictures={pictures} beneath={shapes && SHAPE_LAYERS[0]} />}
          {area && <AreaLayer area={area} scheme={colorScheme} />}
          <LiveLayers markers={shown} scheme={colorScheme} />
          <MapPins markers={shown} texts={texts} picked={picked} onSelect={onSelect} onOpen={open} onOpenStack={openStack} />
          {!onPick && !onFrame && <EdgeArrows markers={shown} texts={texts} />}
          <MapHud
            props={props}
            streetArea={streetArea}
            notice={failed ? texts.loadFailed : null}
            onList={() => setList({ title: texts.listTitle, ids: null })}
          />
        </MapLibre>
      </div>
      {list ? (
        <MapListPanel
          title={list.title}
          markers={listedMarkers}
          texts={texts}
          onSelect={onSelect && selectListed}
          describe={describe}
          listsMe={list.ids?.has('me')}
          onClose={() => setList(null)}
        />
      ) : (
        <MapList markers={shown} texts={texts} onSelect={onSelect} describe={describe} readOnly />
      )}
    </>
  )
}

/** Calls back when the map is created. */
function OnCreate({ run }: { run: () => void }) {
  const onCreate = useEffectEvent(run)
  useEffect(() => onCreate(), [])
  return null
}

const isWorldError = (event: ErrorEvent & { sourceId?: string }) => event.sourceId === 'world'
