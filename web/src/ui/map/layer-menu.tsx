import { Popover, Switch } from '@mantine/core'
import { IconListDetails, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import css from './map-canvas.module.css'
import type { MapLayers, MapTexts } from './map-types.ts'

interface Props {
  layers: MapLayers
  onLayersChange: (layers: MapLayers) => void
  texts: MapTexts
  /** The list button, on small maps that have no separate one. */
  list: { label: string; onList: () => void } | null
}

/** The menu that selects which kinds of marker the map shows. */
export function LayerMenu({ layers, onLayersChange, texts, list }: Props) {
  const [isOpen, setOpen] = useState(false)
  const rows = [
    ['me', texts.layerMe],
    ['alerts', texts.layerAlerts],
    ['people', texts.layerPeople],
  ] as const
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" shadow="none" radius="md" width={260} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={css.button}
          aria-label={texts.layers}
          title={texts.layers}
          onClick={() => setOpen(!isOpen)}
        >
          <IconStack2 size={22} stroke={1.75} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={css.menu} aria-label={texts.layers}>
        {rows.map(([layer, label]) => (
          <Switch
            key={layer}
            className={css.layer}
            label={label}
            labelPosition="left"
            checked={layers[layer]}
            onChange={({ currentTarget }) => onLayersChange({ ...layers, [layer]: currentTarget.checked })}
          />
        ))}
        {list && (
          <button
            type="button"
            className={css.menuRow}
            onClick={() => {
              setOpen(false)
              list.onList()
            }}
          >
            <IconListDetails size={22} stroke={1.75} aria-hidden />
            {list.label}
          </button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
