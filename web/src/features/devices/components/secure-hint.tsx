import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'
import { httpsInfoQuery } from '../../../shared/devices/https.queries.ts'
import css from './secure-hint.module.css'

const explainingPaths: readonly string[] = [paths.join, paths.ready]

/**
 * A banner on pages that are not secure, while the server has secure ones. It can be hidden on this device. It appears
 * only with a new screen, because it would move the SOS button of an open one.
 */
export function SecureHint() {
  const text = useText()
  const cache = useQueryClient()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [isHidden, setHidden] = useState(() => window.isSecureContext || readStored(storageKeys.joinHintHidden) !== null)
  const hasHttps = useMemo(
    () => !explainingPaths.includes(pathname) && Boolean(cache.getQueryData(httpsInfoQuery.queryKey)),
    [cache, pathname],
  )
  if (isHidden || !hasHttps) return null
  const hide = () => {
    writeStored(storageKeys.joinHintHidden, 'yes')
    setHidden(true)
  }
  return (
    <aside className={css.hint} aria-label={text('join.bannerOpen')}>
      <p>{text('join.banner')}</p>
      <Link to={paths.join}>{text('join.bannerOpen')}</Link>
      <ActionIcon variant="transparent" c="inherit" aria-label={text('join.bannerHide')} onClick={hide}>
        <IconX size={20} stroke={2} />
      </ActionIcon>
    </aside>
  )
}
