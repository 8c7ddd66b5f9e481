import { Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import css from './map-canvas.module.css'
import type { MapSettings, MapWords } from './map-types.ts'
import { attribution } from './style/map-style.ts'

/** Whose data the map is drawn from. */
export function SourcesLine({ settings }: { settings: MapSettings }) {
  return <p className={css.sources}>{attribution(settings)}</p>
}

/** The same behind a key, where a line would cover too much of a small map. */
export function SourcesKey({ settings, words }: { settings: MapSettings; words: MapWords }) {
  return (
    <Popover position="top-start" shadow="none" radius="sm" width={280} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.info} aria-label={words.sources} title={words.sources}>
          <IconInfoCircle size={18} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.sourcesBox} aria-label={words.sources}>
        {attribution(settings)}
      </Popover.Dropdown>
    </Popover>
  )
}
