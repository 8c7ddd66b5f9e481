import { useMap } from '@vis.gl/react-maplibre'
import { IconListDetails, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Bounds } from './bounds.ts'
import { useContext } from 'react'
import { FrameArea } from './frame-area.tsx'
import { LayerMenu } from './layers/layer-menu.tsx'
import { LocateButton } from './locate-button.tsx'
import { MapHintContext } from './map-hint.ts'
import css from './map-canvas.module.css'
import type { MapViewProps } from './map-types.ts'
import { NearestTowns } from './list/nearest-towns-list.tsx'
import { Crosshair, PickCentre } from './pick-centre.tsx'
import { ScaleBar } from './scale-bar.tsx'
import { SourcesButton, SourcesLine } from './layers/sources-line.tsx'
import { BY_USER } from './use-camera.ts'

interface Props {
  props: MapViewProps
  streetArea: Bounds | null
  notice: string | null
  onList: () => void
}

/** The controls over the map: buttons, scale, sources and the caller's children. */
export function MapHud({ props, streetArea, notice, onList }: Props) {
  const {
    texts,
    language,
    layers,
    onLayersChange,
    onLocate,
    onPick,
    onFrame,
    area,
    settings,
    compact = false,
    isUrgent = false,
    hidesHint = false,
    children,
  } = props
  const { current: map } = useMap()
  const context = useContext(MapHintContext)
  // An alert and a choice of a location are not interrupted, and a map shows one plate at a time.
  const hint = isUrgent || hidesHint || onPick || onFrame || children ? null : context
  const list = { label: texts.showList, onList }
  const menu = layers && onLayersChange ? { layers, onLayersChange } : null
  return (
    <div className={css.hud} data-compact={compact || undefined}>
      {onPick && <Crosshair />}
      {onFrame && <FrameArea onFrame={onFrame} />}
      <div className={css.top}>
        {notice && <output className={css.notice}>{notice}</output>}
        {onPick && <PickCentre texts={texts} hasHint={area === undefined} onPick={onPick} />}
        <div className={css.names}>
          <NearestTowns streetArea={streetArea} texts={texts} language={language} />
        </div>
      </div>
      <div className={css.zoom}>
        <button
          type="button"
          className={css.button}
          aria-label={texts.zoomIn}
          title={texts.zoomIn}
          onClick={() => map?.zoomIn({}, BY_USER)}
        >
          <IconPlus size={22} stroke={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className={css.button}
          aria-label={texts.zoomOut}
          title={texts.zoomOut}
          onClick={() => map?.zoomOut({}, BY_USER)}
        >
          <IconMinus size={22} stroke={1.75} aria-hidden />
        </button>
      </div>
      <div className={css.bottom}>
        <div className={css.left}>
          {children}
          {hint && <div className={css.hint}>{hint.hint}</div>}
          <div className={css.foot}>
            {compact && <SourcesButton settings={settings} texts={texts} link={hint?.link} />}
            <ScaleBar />
          </div>
        </div>
        <div className={css.buttons}>
          {!(compact && menu) && !onFrame && (
            <button type="button" className={css.button} aria-label={texts.showList} title={texts.showList} onClick={onList}>
              <IconListDetails size={22} stroke={1.75} aria-hidden />
            </button>
          )}
          {menu && <LayerMenu {...menu} texts={texts} list={compact ? list : null} />}
          {onLocate && <LocateButton texts={texts} onLocate={onLocate} />}
        </div>
      </div>
      {!compact && <SourcesLine settings={settings} link={hint?.link} />}
    </div>
  )
}
