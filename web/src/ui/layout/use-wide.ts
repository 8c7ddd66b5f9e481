import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window has space for panes side by side. `--wide` of media.css has the same width. */
export const useWide = (): boolean => useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })

/** Returns whether the window has few lines. `--low` of media.css has the same height. */
export const useLow = (): boolean => useMediaQuery('(max-height: 29.99em)', false, { getInitialValueInEffect: false })
