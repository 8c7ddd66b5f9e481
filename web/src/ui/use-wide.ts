import { useMediaQuery } from '@mantine/hooks'

/** Returns whether the window has room for panes side by side. `--wide` of media.css is the same width. */
export const useWide = (): boolean => useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
