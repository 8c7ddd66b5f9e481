import { useComputedColorScheme } from '@mantine/core'
import type { MapShapeColor } from '../../../ui/map/map-types.ts'
import { SHAPE_PALETTE } from '../../../ui/map/style/map-palette.ts'

interface Props {
  color: MapShapeColor
  isLine: boolean
  isDashed?: boolean | undefined
}

/** A small picture of a line or an area in its colour, for the legend. */
export function ShapeSample({ color, isLine, isDashed = false }: Props) {
  const stroke = SHAPE_PALETTE[useComputedColorScheme('light')][color]
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden>
      <path
        d={isLine ? 'M2 18 9 8l4 6 7-10' : 'M3 17 6 4l12 3 1 11z'}
        fill={isLine ? 'none' : stroke}
        fillOpacity={isDashed ? 0.05 : 0.25}
        stroke={stroke}
        strokeWidth="3"
        strokeLinejoin="round"
        strokeDasharray={isDashed ? '5 3' : undefined}
      />
    </svg>
  )
}
