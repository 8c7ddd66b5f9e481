import { Layer, Source } from '@vis.gl/react-maplibre'
import type { MapPictureView } from '../map-types.ts'

type Position = [number, number]

function coordinatesOf({ corners }: MapPictureView): [Position, Position, Position, Position] {
  const [a, b, c, d] = corners.map(({ latitude, longitude }): Position => [longitude, latitude])
  if (!a || !b || !c || !d) throw new Error('A picture on the map has four corners.')
  return [a, b, c, d]
}

interface Props {
  pictures: readonly MapPictureView[]
  /** The layer above the pictures; undefined: the pictures are above all layers that exist. */
  beneath: string | undefined
}

/** Draws pictures on the map, such as scanned maps. */
export function PicturesLayer({ pictures, beneath }: Props) {
  return pictures.map((picture) => {
    const id = `picture-${picture.id}`
    return (
      <Source key={id} id={id} type="image" url={picture.url} coordinates={coordinatesOf(picture)}>
        <Layer
          id={id}
          type="raster"
          {...(beneath !== undefined && { beforeId: beneath })}
          paint={{ 'raster-opacity': picture.opacity, 'raster-fade-duration': 0 }}
        />
      </Source>
    )
  })
}
