import { useState } from 'react'
import { type MapPicture, MapSnapshot } from '../../../ui/map/map-snapshot.tsx'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import type { Paper } from './papers.ts'
import { type PrintedShape, PrintSheet } from './print-sheet.tsx'

/** Pixels of the picture for each pixel of the map: about 200 in an inch of paper. */
const PIXEL_RATIO = { a4: 2, a3: 3 } as const

interface Props {
  paper: Paper
  markers: readonly MapMarker[]
  shapes: readonly PrintedShape[]
  onPrinted: () => void
}

/** Prints the map in which it is. */
export function MapPrinting({ paper, markers, shapes, onPrinted }: Props) {
  const [picture, setPicture] = useState<MapPicture | null>(null)
  if (picture) return <PrintSheet picture={picture} paper={paper} shapes={shapes} onPrinted={onPrinted} />
  return <MapSnapshot markers={markers} pixelRatio={PIXEL_RATIO[paper]} onTaken={setPicture} />
}
