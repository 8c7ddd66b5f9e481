import { createContext, type ReactNode } from 'react'

/** What the user can add to the maps, as a hint over a map and as a link beside the sources of a map. */
export interface MapHint {
  readonly hint: ReactNode
  readonly link: ReactNode
}

/**
 * The hint of all maps; null if nothing is missing or the user cannot add it. The root of the page provides it, because
 * features do not import each other.
 */
export const MapHintContext = createContext<MapHint | null>(null)
