import { Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import css from './map-canvas.module.css'
import type { MapSettings, MapWords } from './map-types.ts'
import { attribution } from './style/map-style.ts'

/** Names whose data the map is drawn from: written out, or behind a key on small maps. */
export function SourcesLine({ settings, words, compact }: { settings: MapSettings; words: MapWords; compact: boolean }) {
  const text = attribution(settings)
  if (!compact) return <p className={css.sources}>{text}</p>
  return (
    <Popover position="top-start" shadow="none" radius="sm" width={280} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.info} aria-label={words.sources} title={words.sources}>
          <IconInfoCircle size={18} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.sourcesBox} aria-label={words.sources}>
        {text}
      </Popover.Dropdown>
    </Popover>
  )
}
