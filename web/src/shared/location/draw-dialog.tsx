import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useReducer, useState } from 'react'
import { AREA_POINTS_MAX, type AreaPoint } from '@noroshi/contract/area'
import type { ShapeGeometry } from '@noroshi/contract/community-map/map-shapes.http'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { useText } from '../../platform/language/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import formCss from '../../ui/forms/form.module.css'
import type { MapMarker } from '../../ui/map/map-types.ts'
import css from './location-dialog.module.css'
import { LocationMap } from './location-map.tsx'
import { measuresOf } from './measures-of.ts'
import { draftOf, editShape, isDrawn } from './shape-edits.ts'

const noMarkers: readonly MapMarker[] = []

interface Props {
  title: string
  geometry: ShapeGeometry
  /** The points before; null: none. */
  points: readonly AreaPoint[] | null
  /** Max points. */
  max?: number
  /** Absent: the drawing is only measured. */
  onChoose?: (points: AreaPoint[]) => void
  onClose: () => void
  /** Above the map. */
  children?: ReactNode
}

/**
 * Draws an area or a line on the map, point by point, and measures it. A point that was selected moves to the next location that is
 * picked, by a tap or by the centre of the map, so that the keyboard alone is enough; a pointer can drag it too.
 */
export function DrawDialog({ title, geometry, points: before, max = AREA_POINTS_MAX, onChoose, onClose, children }: Props) {
  const text = useText()
  const [draft, edit] = useReducer(editShape, draftOf(before ?? [], max))
  const [fitTo] = useState(before ?? undefined)
  const ownLocation = useOwnLocation()
  const { points, selected, past } = draft
  const drawn = useMemo(
    () => ({
      points,
      selected,
      isLine: geometry === 'line',
      label: (number: number) => text('map.areaPoint', { number }),
      onSelect: (index: number) => edit({ kind: 'select', index }),
      onMove: (index: number, at: { latitude: number; longitude: number }) => edit({ kind: 'move', index, at }),
    }),
    [points, selected, geometry, text],
  )
  const hint = geometry === 'line' ? text('mapShapes.lineHint') : text('map.areaHint')
  const isMeasured = isDrawn(draft, geometry)
  return (
    <Dialog isOpen onClose={onClose} title={title} hasUnsaved={onChoose !== undefined && past.length > 0}>
      <div className={formCss.fields}>
        {children}
        <p className={css.hint} aria-live="polite">
          {selected === null ? hint : text('map.areaSelected', { number: selected + 1 })}
        </p>
        <div className={css.map}>
          <LocationMap
            name={title}
            markers={noMarkers}
            {...(fitTo && { fitTo })}
            center={ownLocation}
            zoom={13}
            area={drawn}
            onPick={(at) => edit({ kind: 'pick', at })}
          />
        </div>
        <output>{text('map.areaPoints', { count: points.length })}</output>
        <output>{isMeasured && measuresOf(geometry, points, text)}</output>
        <div className={css.tools}>
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />}
            disabled={past.length === 0}
            onClick={() => edit({ kind: 'undo' })}
          >
            {text('map.areaUndo')}
          </Button>
          {selected !== null && (
            <Button
              variant="default"
              leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
              onClick={() => edit({ kind: 'remove' })}
            >
              {text('map.areaRemove', { number: selected + 1 })}
            </Button>
          )}
          {points.length > 0 && selected === null && (
            <Button variant="default" onClick={() => edit({ kind: 'clear' })}>
              {text('map.areaClear')}
            </Button>
          )}
        </div>
        {onChoose && (
          <Button fullWidth disabled={!isMeasured} onClick={() => onChoose([...points])}>
            {text(geometry === 'line' ? 'mapShapes.useLine' : 'map.areaUse')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
