import { useMemo } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { distanceText } from '../../ui/map/distance.ts'
import type { MapTexts } from '../../ui/map/map-types.ts'

/** Returns the map's texts in the user's language; the same object until the language changes. */
export function useMapTexts(): MapTexts {
  const text = useText()
  return useMemo(() => {
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
      layerPlaces: text('map.layerPlaces'),
      locate: text('map.locate'),
      locating: text('map.locating'),
      locateFailed: text('map.locateFailed'),
      zoomIn: text('map.zoomIn'),
      zoomOut: text('map.zoomOut'),
      alertsHere: (count) => text('map.alertsHere', { count }),
      peopleHere: (count) => text('map.peopleHere', { count }),
      placesHere: (count) => text('map.placesHere', { count }),
      resolvedHere: (count) => text('map.resolvedHere', { count }),
      alertsOutside: (count, metres, direction) =>
        text('map.alertsOutside', {
          count,
          distance: distanceText(metres),
          direction: text(`map.direction.${direction}`),
        }),
      moreHere: (count) => text('map.moreHere', { count }),
      allHere: text('map.allHere'),
      pickHint: text('map.pickHint'),
      useCentre: text('map.useCentre'),
      picked: text('map.picked'),
      nearestTowns: text('map.nearestTowns'),
      away: (metres, direction) =>
        text('map.away', { distance: distanceText(metres), direction: text(`map.direction.${direction}`) }),
      sources: text('map.sources'),
      twoFingers: text('map.twoFingers'),
      wheelCtrl: text('map.wheelCtrl'),
      wheelCommand: text('map.wheelCommand'),
    }
  }, [text])
}
