import type { Route } from './define.ts'
import { type Feature, join } from './feature.ts'
import { features } from './features.ts'

// The web imports these addresses from addresses.ts, so that its bundle does not contain all routes.
export { ALERT_TOKEN_HEADER, API_BASE, UPLOADS_BASE } from './addresses.ts'

/** A tag of the API documents. */
export type ApiTag = Extract<(typeof features)[number], { readonly about: string }>['tag']

/** A feature whose tag has a text. */
interface TaggedFeature extends Feature {
  readonly tag: ApiTag
}

/** All features with their routes, events and commands, for the API documents. */
export const taggedFeatures: readonly TaggedFeature[] = features

/** The tags of the API documents with their texts. */
export const apiTags: ReadonlyMap<ApiTag, string> = new Map(
  taggedFeatures.flatMap(({ tag, about }) => (about === undefined ? [] : [[tag, about]])),
)

/** All groups of routes by name. */
export const routeGroups = join(features, 'routes')

/** A route with its operation id and tag. */
export interface Operation {
  readonly route: Route
  readonly operationId: string
  readonly tag: ApiTag
}

/** All routes with their operation ids, which are unique. */
export const operations: readonly Operation[] = taggedFeatures.flatMap(({ tag, routes = {} }) =>
  Object.entries(routes).flatMap(([group, routesOfGroup]) =>
    Object.entries(routesOfGroup).map(([key, route]) => ({
      route,
      operationId: group + (key[0] ?? '').toUpperCase() + key.slice(1),
      tag,
    })),
  ),
)

/** All routes, for the OpenAPI document and the test that each route has an access rule. */
export const allRoutes: readonly Route[] = operations.map(({ route }) => route)
