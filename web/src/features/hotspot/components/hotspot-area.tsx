import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/language/i18n.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { wifiQuery } from '../../../shared/admin/wifi.queries.ts'
import { posterTextQuery } from '../hotspot.queries.ts'
import css from './hotspot.module.css'
import { HotspotPoster } from './hotspot-poster.tsx'

/** The poster of the hotspot, which an administrator prints. */
export function HotspotArea() {
  const text = useText()
  const { data: wifi, error: wifiError, refetch } = useQuery(wifiQuery)
  const { data: texts, error: textError, refetch: refetchTexts } = useQuery(posterTextQuery)
  const error = wifiError ?? textError
  if (wifi === null) return <EmptyState title={text('hotspot.none')} note={text('hotspot.noneNote')} />
  if (error && (!wifi || !texts))
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([refetch(), refetchTexts()])}
        title={text('hotspot.loadFailed')}
      />
    )
  if (!wifi || !texts) return <ListSkeleton rows={4} />
  return (
    <>
      <div className={css.intro} data-not-printed>
        <p>{text('hotspot.intro')}</p>
        <Button leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden="true" />} onClick={() => window.print()}>
          {text('hotspot.print')}
        </Button>
      </div>
      <HotspotPoster wifi={wifi} texts={texts} />
    </>
  )
}
