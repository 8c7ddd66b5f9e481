import { defineFeature, described } from '../feature.ts'
import { communityMapEvents } from './community-map.events.ts'
import { communityMapMessages } from './community-map.messages.ts'
import { fieldReportRoutes } from './field-reports.http.ts'

export const communityMap = defineFeature({
  tag: 'community-map',
  about: 'What members report on the map, such as water that does not work',
  routes: { fieldReports: fieldReportRoutes },
  events: described(communityMapEvents, {
    'field-reports:updated': 'A report was added, confirmed or denied.',
    'field-reports:removed': 'A report ended or was deleted.',
  }),
  messages: [communityMapMessages],
})
