import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { measuresOf } from '../../../shared/location/measures-of.ts'
import { MapPlate } from '../../../shared/places/map-plate.tsx'
import { useRemoveShape } from '../map-shapes.changes.ts'
import css from './community-map.module.css'
import { RemoveButton } from './remove-button.tsx'

interface Props {
  shape: MapShape
  onEdit: () => void
  onClose: () => void
}

/** A line or an area over the map: its kind and its measures. Administrators change and delete it. */
export function ShapePlate({ shape, onEdit, onClose }: Props) {
  const text = useText()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const { mutate, isPending } = useRemoveShape()
  const { id, name, kind, geometry, points } = shape
  return (
    <MapPlate name={name} translate="no" announces="all" onClose={onClose}>
      <span>{text(`mapShapes.kind.${kind}`)}</span>
      <span>{measuresOf(geometry, points, text)}</span>
      {isAdmin && (
        <div className={css.answers}>
          <Button variant="default" leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
            {text('mapShapes.edit')}
          </Button>
          <RemoveButton
            label={text('chrome.delete')}
            question={text('mapShapes.deleteConfirm', { name })}
            isBusy={isPending}
            onConfirm={() => mutate(id, { onSuccess: onClose })}
          />
        </div>
      )}
    </MapPlate>
  )
}
