import { createContext, type ReactNode } from 'react'

/** Tells the user that the maps lack streets and how to add them: a hint over a map, and a link beside its sources. */
export interface MapHint {
  readonly hint: ReactNode
  readonly link: ReactNode
}

/**
 * The hint of all maps; null if nothing is missing or the user cannot add it. The root of the page provides it, because
 * features do not import each other.
 */
export const MapHintContext = createContext<MapHint | null>(null)
