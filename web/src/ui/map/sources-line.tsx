import { Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import css from './map-canvas.module.css'
import type { MapSettings, MapTexts } from './map-types.ts'
import { attribution } from './style/map-style.ts'

/** The attribution of the map's data. */
export function SourcesLine({ settings }: { settings: MapSettings }) {
  return <p className={css.sources}>{attribution(settings)}</p>
}

/** The attribution behind a button, for small maps that a line would cover. */
export function SourcesButton({ settings, texts }: { settings: MapSettings; texts: MapTexts }) {
  return (
    <Popover position="top-start" shadow="none" radius="sm" width={280} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.info} aria-label={texts.sources} title={texts.sources}>
          <IconInfoCircle size={18} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.sourcesBox} aria-label={texts.sources}>
        {attribution(settings)}
      </Popover.Dropdown>
    </Popover>
  )
}
