import { defineFeature, described } from '../feature.ts'
import { adminPlacesMessages } from './admin-places.messages.ts'
import { placeEvents } from './places.events.ts'
import { placeFirstMessages } from './places.first-messages.ts'
import { placeRoutes } from './places.http.ts'

export const places = defineFeature({
  tag: 'places',
  about: 'Places of the community on the map, such as shelters and closed roads',
  routes: { places: placeRoutes },
  events: described(placeEvents, {
    'places:updated': 'A place was added or changed.',
    'places:removed': 'A place was deleted.',
  }),
  firstMessages: [placeFirstMessages],
  adminMessages: [adminPlacesMessages],
})
