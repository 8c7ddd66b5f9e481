import { defineFeature, described } from '../feature.ts'
import { adminMapMessages } from './admin-map.messages.ts'
import { communityMapEvents } from './community-map.events.ts'
import { communityMapMessages } from './community-map.messages.ts'
import { fieldReportRoutes } from './field-reports.http.ts'
import { mapOverlayRoutes } from './map-overlays.http.ts'
import { mapShapeRoutes } from './map-shapes.http.ts'

export const communityMap = defineFeature({
  tag: 'community-map',
  about: 'What members report on the map, such as water that does not work, and lines, areas and pictures of administrators',
  routes: { fieldReports: fieldReportRoutes, mapShapes: mapShapeRoutes, mapOverlays: mapOverlayRoutes },
  events: described(communityMapEvents, {
    'field-reports:updated': 'A report was added, confirmed or denied.',
    'field-reports:removed': 'A report ended or was deleted.',
    'map-overlays:changed': 'Pictures of the map were added, changed or deleted.',
    'map-shapes:updated': 'A line or an area was drawn or changed.',
    'map-shapes:removed': 'A line or an area was deleted.',
  }),
  messages: [communityMapMessages],
  adminMessages: [adminMapMessages],
})
