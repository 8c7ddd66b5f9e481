import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { MapShape } from '@noroshi/contract/community-map/map-shapes.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { measuresOf } from '../../../shared/location/measures-of.ts'
import plate from '../../../shared/places/place-plate.module.css'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useRemoveShape } from '../map-shapes.changes.ts'
import css from './community-map.module.css'

interface Props {
  shape: MapShape
  onEdit: () => void
  onClose: () => void
}

/** A line or an area over the map: its kind and its measures. Administrators change and delete it. */
export function ShapePlate({ shape, onEdit, onClose }: Props) {
  const text = useText()
  const isAdmin = useCurrentUser()?.isAdmin === true
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending } = useRemoveShape()
  const { id, name, kind, geometry, points } = shape
  return (
    <section className={plate.plate} aria-label={name} role="status">
      <div className={plate.head}>
        <b translate="no">{name}</b>
        <ActionIcon aria-label={text('places.close', { name })} title={text('map.close')} onClick={onClose}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      </div>
      <span>{text(`mapShapes.kind.${kind}`)}</span>
      <span>{measuresOf(geometry, points, text)}</span>
      {isAdmin && (
        <div className={css.answers}>
          <Button variant="default" leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
            {text('mapShapes.edit')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
            onClick={() => setRemoving(true)}
          >
            {text('chrome.delete')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => mutate(id, { onSuccess: onClose })}
        isBusy={isPending}
        title={text('mapShapes.deleteConfirm', { name })}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('fieldReports.removeNote')}</p>
      </ConfirmDialog>
    </section>
  )
}
