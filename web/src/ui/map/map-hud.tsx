import { useMap } from '@vis.gl/react-maplibre'
import { IconListDetails, IconMinus, IconPlus } from '@tabler/icons-react'
import { LayerMenu } from './layer-menu.tsx'
import { LocateKey } from './locate-key.tsx'
import css from './map-canvas.module.css'
import type { MapViewProps } from './map-types.ts'
import { PickCentre } from './pick-centre.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { SourcesKey, SourcesLine } from './sources-line.tsx'
import { BY_READER } from './use-camera.ts'

interface Props {
  props: MapViewProps
  notice: string | null
  onList: () => void
}

/** Everything that lies over the map: keys, scale, sources, and what the caller laid there. */
export function MapHud({ props, notice, onList }: Props) {
  const { words, layers, onLayersChange, onLocate, onPick, settings, compact = false, children } = props
  const { current: map } = useMap()
  const list = { label: words.showList, onList }
  const menu = layers && onLayersChange ? { layers, onLayersChange } : null
  return (
    <div className={css.hud} data-compact={compact || undefined}>
      {notice && <output className={css.notice}>{notice}</output>}
      {onPick && <PickCentre words={words} onPick={onPick} />}
      <div className={css.zoom}>
        <button
          type="button"
          className={css.key}
          aria-label={words.zoomIn}
          title={words.zoomIn}
          onClick={() => map?.zoomIn({}, BY_READER)}
        >
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className={css.key}
          aria-label={words.zoomOut}
          title={words.zoomOut}
          onClick={() => map?.zoomOut({}, BY_READER)}
        >
          <IconMinus size={22} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={css.bottom}>
        <div className={css.left}>
          {children}
          <div className={css.foot}>
            {compact && <SourcesKey settings={settings} words={words} />}
            <ScaleBar />
          </div>
        </div>
        <div className={css.keys}>
          {!(compact && menu) && (
            <button type="button" className={css.key} aria-label={words.showList} title={words.showList} onClick={onList}>
              <IconListDetails size={22} stroke={1.75} aria-hidden />
            </button>
          )}
          {menu && <LayerMenu {...menu} words={words} list={compact ? list : null} />}
          {onLocate && <LocateKey words={words} onLocate={onLocate} />}
        </div>
      </div>
      {!compact && <SourcesLine settings={settings} />}
    </div>
  )
}
