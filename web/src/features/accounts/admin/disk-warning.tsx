import { IconDatabaseExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/language/i18n.ts'
import { diskQuery } from './disk.queries.ts'
import { ServerWarning } from '../../../shared/admin/server-warning.tsx'

/** Warns an administrator while the disk of the server has too little space. */
export function DiskWarning() {
  const text = useText()
  const { data } = useQuery(diskQuery)
  if (data === undefined || data.level === 'ok') return null
  return (
    <ServerWarning
      icon={<IconDatabaseExclamation size={22} stroke={1.75} aria-hidden="true" />}
      title={text(data.level === 'full' ? 'chrome.disk.full' : 'chrome.disk.low')}
      note={text(data.level === 'full' ? 'chrome.disk.fullNote' : 'chrome.disk.lowNote', { free: data.freeMb ?? 0 })}
    />
  )
}
