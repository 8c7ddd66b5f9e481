import { Switch } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { PopoverFrame } from '../../dialogs/popover-frame.tsx'
import type { LayerMenuProps } from './layer-menu.tsx'
import css from '../map-canvas.module.css'

interface Props extends LayerMenuProps {
  button: (onClick: () => void) => ReactElement
}

/** The content of the layer menu: a switch for each kind of marker. */
export default function LayerPopover({ layers, onLayersChange, texts, list, button }: Props) {
  const rows = [
    ['me', texts.layerMe],
    ['alerts', texts.layerAlerts],
    ['people', texts.layerPeople],
    ...(layers.places === undefined ? [] : [['places', texts.layerPlaces] as const]),
  ] as const
  return (
    <PopoverFrame button={button} label={texts.layers} className={css.menu} position="top-end" radius="md" width={260}>
      {(close) => (
        <>
          {rows.map(([layer, label]) => (
            <Switch
              key={layer}
              className={css.layer}
              label={label}
              labelPosition="left"
              checked={layers[layer] === true}
              onChange={({ currentTarget }) => onLayersChange({ ...layers, [layer]: currentTarget.checked })}
            />
          ))}
          {list && (
            <button
              type="button"
              className={css.menuRow}
              onClick={() => {
                close()
                list.onList()
              }}
            >
              <IconListDetails size={22} stroke={1.75} aria-hidden />
              {list.label}
            </button>
          )}
        </>
      )}
    </PopoverFrame>
  )
}
