import { Button, Switch } from '@mantine/core'
import { IconPhotoPlus, IconPhotoScan, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAP_OVERLAYS_MAX, type MapOverlay } from '@noroshi/contract/community-map/map-overlays.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import formCss from '../../../ui/forms/form.module.css'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { AddOverlayDialog } from './add-overlay-dialog.tsx'
import { LayDialog } from './lay-dialog.tsx'
import { useChangeOverlay, useRemoveOverlay } from './map-overlays.changes.ts'
import { mapOverlaysQuery } from './map-overlays.queries.ts'
import css from './overlays.module.css'

/** The pictures on the map for administrators: adds, lays, shows, hides and deletes them. */
export function OverlaysDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const { data, error, refetch } = useQuery(mapOverlaysQuery)
  const [isAdding, setAdding] = useState(false)
  const [layingId, setLayingId] = useState<string | null>(null)
  const laying = data?.items.find(({ id }) => id === layingId)
  return (
    <>
      <Dialog isOpen onClose={onClose} title={text('mapOverlays.menu')}>
        <div className={formCss.fields}>
          <p>{text('mapOverlays.about', { max: MAP_OVERLAYS_MAX })}</p>
          {data ? (
            <ul className={css.list}>
              {data.items.map((overlay) => (
                <OverlayItem key={overlay.id} overlay={overlay} onLay={() => setLayingId(overlay.id)} />
              ))}
            </ul>
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} title={text('mapOverlays.loadFailed')} />
          ) : (
            <ListSkeleton />
          )}
          <Button
            leftSection={<IconPhotoPlus size={20} stroke={1.75} aria-hidden="true" />}
            disabled={!data || data.items.length >= MAP_OVERLAYS_MAX}
            onClick={() => setAdding(true)}
          >
            {text('mapOverlays.add')}
          </Button>
        </div>
      </Dialog>
      {isAdding && (
        <AddOverlayDialog
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false)
            setLayingId(id)
          }}
        />
      )}
      {laying && <LayDialog key={laying.id} overlay={laying} onClose={() => setLayingId(null)} />}
    </>
  )
}

function OverlayItem({ overlay, onLay }: { overlay: MapOverlay; onLay: () => void }) {
  const text = useText()
  const change = useChangeOverlay()
  const remove = useRemoveOverlay()
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, points, isShown } = overlay
  return (
    <li className={css.item}>
      <b translate="no">{name}</b>
      {points === null ? (
        <span>{text('mapOverlays.notLaid')}</span>
      ) : (
        <Switch
          label={text('mapOverlays.shown')}
          checked={isShown}
          disabled={change.isPending}
          onChange={({ currentTarget: { checked } }) => change.mutate({ overlay, change: { isShown: checked } })}
        />
      )}
      <div className={css.tools}>
        <Button
          variant="default"
          leftSection={<IconPhotoScan size={20} stroke={1.75} aria-hidden="true" />}
          aria-label={text('mapOverlays.layTitle', { name })}
          onClick={onLay}
        >
          {text('mapOverlays.lay')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
          aria-label={text('mapOverlays.deleteName', { name })}
          onClick={() => setRemoving(true)}
        >
          {text('chrome.delete')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(id, { onSuccess: () => setRemoving(false) })}
        isBusy={remove.isPending}
        title={text('mapShapes.deleteConfirm', { name })}
        confirmLabel={text('chrome.delete')}
      >
        <p>{text('fieldReports.removeNote')}</p>
      </ConfirmDialog>
    </li>
  )
}
