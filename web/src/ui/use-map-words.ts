import { useMemo } from 'react'
import { useText } from '../platform/i18n.ts'
import type { MapWords } from './map/map-types.ts'

/** The map's words in the reader's language; the same object until that changes. */
export function useMapWords(): MapWords {
  const text = useText()
  return useMemo(() => {
    const one = (count: number) => (count === 1 ? 'one' : 'other')
    return {
      map: text('map.name'),
      loading: text('map.loading'),
      noDrawing: text('map.noDrawing'),
      loadFailed: text('map.loadFailed'),
      retry: text('map.retry'),
      close: text('map.close'),
      showList: text('map.showList'),
      showMap: text('map.showMap'),
      listTitle: text('map.listTitle'),
      listEmpty: text('map.listEmpty'),
      listMore: (count) => text('map.listMore', { count }),
      layers: text('map.layers'),
      layerMe: text('map.layerMe'),
      layerAlerts: text('map.layerAlerts'),
      layerPeople: text('map.layerPeople'),
      locate: text('map.locate'),
      locating: text('map.locating'),
      locateFailed: text('map.locateFailed'),
      zoomIn: text('map.zoomIn'),
      zoomOut: text('map.zoomOut'),
      alertsHere: (count) => text(`map.alertsHere.${one(count)}`, { count }),
      peopleHere: (count) => text(`map.peopleHere.${one(count)}`, { count }),
      resolvedHere: (count) => text(`map.resolvedHere.${one(count)}`, { count }),
      pickHint: text('map.pickHint'),
      useCentre: text('map.useCentre'),
      picked: text('map.picked'),
      sources: text('map.sources'),
      twoFingers: text('map.twoFingers'),
      wheelCtrl: text('map.wheelCtrl'),
      wheelCommand: text('map.wheelCommand'),
    }
  }, [text])
}
