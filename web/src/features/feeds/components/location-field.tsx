import { ActionIcon } from '@mantine/core'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import css from './post-dialog.module.css'

/** Shows that a location is chosen. `onRemove` is null while it cannot be removed. */
export function LocationField({ onRemove }: { onRemove: (() => void) | null }) {
  const text = useText()
  return (
    <p className={css.location}>
      <IconMapPin size={20} stroke={1.75} aria-hidden="true" />
      <span>{text('feeds.locationChosen')}</span>
      {onRemove && (
        <ActionIcon aria-label={text('feeds.locationRemove')} onClick={onRemove}>
          <IconX size={20} stroke={2} aria-hidden="true" />
        </ActionIcon>
      )}
    </p>
  )
}
