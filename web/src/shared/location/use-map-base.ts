import { useComputedColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { locateMe } from '../../platform/device/own-location.ts'
import type { LocateOutcome, MapViewProps } from '../../ui/map/map-types.ts'

type Base = Pick<MapViewProps, 'settings' | 'language' | 'colorScheme' | 'onLocate'>

/** Returns the props of all maps: tiles, language, colour scheme and the locate function. */
export function useMapBase(unit: Unit | undefined): Base {
  const text = useText()
  const language = useLanguage()
  const colorScheme = useComputedColorScheme('light')
  const settings = useMemo(() => ({ streetsTag: unit?.streets?.tag ?? null, tileUrl: unit?.tileUrl ?? null }), [unit])
  const onLocate = async (): Promise<LocateOutcome> => {
    const result = await locateMe()
    if ('location' in result) return result.location
    const { reason } = result
    return { unavailable: text(`alerts.location.${reason === 'insecure' || reason === 'denied' ? reason : 'unknown'}`) }
  }
  return { settings, language, colorScheme, onLocate }
}
