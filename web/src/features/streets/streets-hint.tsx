import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import css from './streets-hint.module.css'

/** A link for administrators beside the sources of a map without streets. */
export function StreetsLink() {
  const text = useText()
  return (
    <Link to={paths.adminMap} className={css.link}>
      {text('streets.add')}
    </Link>
  )
}

/** A hint for administrators that the map has no streets. It can be hidden on this device until the next sign-in. */
export function StreetsHint() {
  const text = useText()
  const [isHidden, setHidden] = useState(() => readStored(storageKeys.streetsHintHidden) !== null)
  if (isHidden) return null
  const hide = () => {
    writeStored(storageKeys.streetsHintHidden, 'yes')
    setHidden(true)
  }
  return (
    <aside className={css.hint} aria-label={text('streets.hint')}>
      <Link to={paths.adminMap}>{text('streets.hint')}</Link>
      <ActionIcon variant="transparent" c="inherit" aria-label={text('streets.hintHide')} onClick={hide}>
        <IconX size={20} stroke={2} aria-hidden="true" />
      </ActionIcon>
    </aside>
  )
}
