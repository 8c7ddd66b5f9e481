import { createContext, useContext, type ReactNode } from 'react'

/** What the application puts around every screen; `ui` knows where it goes, not what it is. */
export interface Chrome {
  /** In place of the title and its keys, while somebody searches people. */
  readonly search: ReactNode
  /** Right end of every top bar: connection, login or menu. */
  readonly actions: ReactNode
  /** The SOS key of screens without the bottom bar. */
  readonly smallSos: ReactNode
  /** Under the top bar: what waits while the unit cannot be reached. */
  readonly strip: ReactNode
}

export const ChromeContext = createContext<Chrome>({ search: null, actions: null, smallSos: null, strip: null })
export const useChrome = () => useContext(ChromeContext)
