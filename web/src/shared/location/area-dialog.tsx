import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useMemo, useReducer, useState } from 'react'
import type { Area } from '@noroshi/contract/area'
import { useOwnLocation } from '../../platform/device/own-location.ts'
import { useText } from '../../platform/language/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import formCss from '../../ui/forms/form.module.css'
import type { MapMarker } from '../../ui/map/map-types.ts'
import { draftOf, editArea, isArea } from './area-edits.ts'
import css from './location-dialog.module.css'
import { LocationMap } from './location-map.tsx'

const noMarkers: readonly MapMarker[] = []

interface Props {
  title: string
  /** The area before; null: none. */
  area: Area | null
  onChoose: (area: Area) => void
  onClose: () => void
}

/**
 * Draws an area on the map, point by point. A point that was selected moves to the next location that is picked, by a tap or by
 * the centre of the map, so that the keyboard alone is enough; a pointer can drag it too.
 */
export function AreaDialog({ title, area, onChoose, onClose }: Props) {
  const text = useText()
  const [draft, edit] = useReducer(editArea, draftOf(area ?? []))
  const [fitTo] = useState(area ?? undefined)
  const ownLocation = useOwnLocation()
  const { points, selected, past } = draft
  const drawn = useMemo(
    () => ({
      points,
      selected,
      label: (number: number) => text('map.areaPoint', { number }),
      onSelect: (index: number) => edit({ kind: 'select', index }),
      onMove: (index: number, at: { latitude: number; longitude: number }) => edit({ kind: 'move', index, at }),
    }),
    [points, selected, text],
  )
  return (
    <Dialog isOpen onClose={onClose} title={title} hasUnsaved={past.length > 0}>
      <div className={formCss.fields}>
        <p className={css.hint} aria-live="polite">
          {selected === null ? text('map.areaHint') : text('map.areaSelected', { number: selected + 1 })}
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
        <Button fullWidth disabled={!isArea(draft)} onClick={() => onChoose([...points])}>
          {text('map.areaUse')}
        </Button>
      </div>
    </Dialog>
  )
}
