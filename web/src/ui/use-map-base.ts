import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useLanguage, useText } from '../platform/i18n.ts'
import { locateMe } from '../platform/own-place.ts'
import type { LocateOutcome, MapViewProps } from './map/map-types.ts'

type Base = Pick<MapViewProps, 'settings' | 'language' | 'colorScheme' | 'onLocate'>

/** What every map needs, whatever it shows: the unit's tiles, the reader's language and colours, the way to oneself. */
export function useMapBase(unit: Unit | undefined): Base {
  const text = useText()
  const language = useLanguage()
  const colorScheme = useComputedColorScheme('light')
  const settings = useMemo(() => ({ hasStreets: unit?.hasStreets ?? false, tileUrl: unit?.tileUrl ?? null }), [unit])
  const onLocate = async (): Promise<LocateOutcome> => {
    const found = await locateMe()
    if ('location' in found) return found.location
    const { reason } = found
    return { unavailable: text(`alerts.position.${reason === 'insecure' || reason === 'denied' ? reason : 'unknown'}`) }
  }
  return { settings, language, colorScheme, onLocate }
}
