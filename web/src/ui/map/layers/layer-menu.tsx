import { IconStack2 } from '@tabler/icons-react'
import { lazy } from 'react'
import { OnDemand } from '../../states/on-demand.tsx'
import css from '../map-canvas.module.css'
import type { MapLayers, MapTexts } from '../map-types.ts'

const LayerPopover = lazy(() => import('./layer-popover.tsx'))

export interface LayerMenuProps {
  layers: MapLayers
  onLayersChange: (layers: MapLayers) => void
  texts: MapTexts
  /** The list button, on small maps that have no separate one. */
  list: { label: string; onList: () => void } | null
}

/** The menu that selects which kinds of marker the map shows. */
export function LayerMenu(props: LayerMenuProps) {
  const { layers: label } = props.texts
  const button = (onClick?: () => void) => (
    <button type="button" className={css.button} aria-label={label} title={label} onClick={onClick}>
      <IconStack2 size={22} stroke={1.75} aria-hidden />
    </button>
  )
  return <OnDemand button={button} content={() => <LayerPopover {...props} button={button} />} />
}
