import { createContext, useContext, type ReactNode } from 'react'

/** Content that the application puts around each screen. `ui` knows its position, not its content. */
export interface Chrome {
  /** Replaces the title and its buttons while the user searches for users. */
  readonly search: ReactNode
  /** Right end of each top bar: connection, login or menu. */
  readonly actions: ReactNode
  /** The emergency button of screens without the bottom bar. */
  readonly smallSos: ReactNode
  /** Below the top bar, for example while the server is unreachable. */
  readonly banner: ReactNode
  /** The part of `banner` that shows the microphone of hands-free mode, for screens that have other banners. */
  readonly microphone: ReactNode
}

export const ChromeContext = createContext<Chrome>({
  search: null,
  actions: null,
  smallSos: null,
  banner: null,
  microphone: null,
})
export const useChrome = () => useContext(ChromeContext)
