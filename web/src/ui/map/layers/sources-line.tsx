import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, type ReactNode } from 'react'
import { OnDemand } from '../../states/on-demand.tsx'
import css from '../map-canvas.module.css'
import type { MapSettings, MapTexts } from '../map-types.ts'
import { attribution } from '../style/map-style.ts'

const PopoverFrame = lazy(() => import('../../dialogs/popover-frame.tsx').then((module) => ({ default: module.PopoverFrame })))

interface Props {
  settings: MapSettings
  /** Adds what is missing. */
  link: ReactNode
}

/** The attribution of the map's data. */
export function SourcesLine({ settings, link }: Props) {
  return (
    <p className={css.sources}>
      {attribution(settings)} {link}
    </p>
  )
}

/** The attribution behind a button, for small maps that a line would cover. */
export function SourcesButton({ settings, texts, link }: Props & { texts: MapTexts }) {
  const button = (onClick?: () => void) => (
    <button type="button" className={css.info} aria-label={texts.sources} title={texts.sources} onClick={onClick}>
      <IconInfoCircle size={18} stroke={2} aria-hidden />
    </button>
  )
  const popover = () => (
    <PopoverFrame button={button} label={texts.sources} className={css.sourcesBox} position="top-start" radius="sm" width={280}>
      {() => (
        <>
          {attribution(settings)} {link}
        </>
      )}
    </PopoverFrame>
  )
  return <OnDemand button={button} content={popover} />
}
