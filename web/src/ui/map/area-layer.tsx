import { Layer, Marker, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection, Geometry } from 'geojson'
import { useMemo } from 'react'
import { unwrapped } from '@noroshi/contract/area'
import css from './area-layer.module.css'
import type { MapArea } from './map-types.ts'
import { type ColorScheme, PALETTE } from './style/map-palette.ts'

/** Above all pins, whose places an area may cover. */
const HANDLE_STYLE = { zIndex: 55 }

/** An area or a line that is drawn on the map. With `onSelect` its points are buttons, which a pointer drags. */
export function AreaLayer({ area, scheme }: { area: MapArea; scheme: ColorScheme }) {
  const { points, isLine = false, selected = null, label, onSelect, onMove } = area
  const data = useMemo((): FeatureCollection => {
    const edge = unwrapped(points).map(({ latitude, longitude }) => [longitude, latitude])
    const first = edge[0]
    if (first === undefined) return { type: 'FeatureCollection', features: [] }
    const geometry: Geometry =
      isLine || edge.length < 3 ? { type: 'LineString', coordinates: edge } : { type: 'Polygon', coordinates: [[...edge, first]] }
    return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] }
  }, [points, isLine])
  const color = PALETTE[scheme].ring
  return (
    <>
      <Source id="area" type="geojson" data={data} tolerance={0}>
        <Layer
          id="area"
          type="fill"
          filter={['==', ['geometry-type'], 'Polygon']}
          paint={{ 'fill-color': color, 'fill-opacity': 0.18 }}
        />
        <Layer id="area-edge" type="line" paint={{ 'line-color': color, 'line-width': 3 }} />
      </Source>
      {onSelect &&
        points.map(({ latitude, longitude }, index) => (
          <Marker
            key={index}
            latitude={latitude}
            longitude={longitude}
            anchor="center"
            style={HANDLE_STYLE}
            draggable={onMove !== undefined}
            onDragEnd={({ lngLat }) => {
              const { lat, lng } = lngLat.wrap()
              onMove?.(index, { latitude: lat, longitude: lng })
            }}
          >
            <button
              type="button"
              className={css.point}
              aria-label={label?.(index + 1)}
              aria-pressed={selected === index}
              onClick={() => onSelect(index)}
            >
              <span aria-hidden>{index + 1}</span>
            </button>
          </Marker>
        ))}
    </>
  )
}
