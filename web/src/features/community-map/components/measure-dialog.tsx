import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { SHAPE_GEOMETRIES, SHAPE_POINTS_MAX, ShapeGeometry } from '@noroshi/contract/community-map/map-shapes.http'
import { useText } from '../../../platform/language/i18n.ts'
import { DrawDialog } from '../../../shared/location/draw-dialog.tsx'

/** Measures a line or an area, which is not stored. */
export function MeasureDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const [geometry, setGeometry] = useState<ShapeGeometry>('line')
  return (
    <DrawDialog title={text('mapShapes.measure')} geometry={geometry} points={null} max={SHAPE_POINTS_MAX} onClose={onClose}>
      <SegmentedControl
        fullWidth
        aria-label={text('mapShapes.geometry')}
        data={SHAPE_GEOMETRIES.map((value) => ({ value, label: text(`mapShapes.geometry.${value}`) }))}
        value={geometry}
        onChange={(value) => setGeometry(ShapeGeometry.parse(value))}
      />
    </DrawDialog>
  )
}
