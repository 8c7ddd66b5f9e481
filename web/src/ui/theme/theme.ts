/**
 * The visual design as a Mantine theme. Red is reserved: `hi` (scarlet) is for emergencies and the SOS button only;
 * errors and destructive actions use `yamabuki` or ink. Components use the semantic variables (`--n-*`), never a step
 * of a scale or a hex colour.
 */
import { createTheme, defaultVariantColorsResolver } from '@mantine/core'
import { ai, hi, matsu, night, sumi, yamabuki } from './palette.ts'
import { components } from './theme-components.ts'

/**
 * Latin text uses Atkinson Hyperlegible Next, which keeps I, l, 1, 0 and O distinct (34 KB, served by this server).
 * Japanese text uses fonts of the device, so that no page waits for megabytes of fonts on a slow Wi-Fi.
 */
const fontStack =
  '"Atkinson Hyperlegible Next Variable", "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", ' +
  '"Noto Sans CJK JP", "BIZ UDPGothic", "Yu Gothic UI", Meiryo, system-ui, sans-serif'

export const noroshiTheme = createTheme({
  // Mantine uses 'red' for its errors: here that name maps to amber, so that nothing becomes scarlet by accident.
  colors: { sumi, gray: sumi, dark: night, ai, hi, matsu, yamabuki, red: yamabuki },
  primaryColor: 'ai',
  primaryShade: { light: 7, dark: 3 },
  /**
   * Filled controls take their colours from the variables, so that their text keeps its contrast in the dark scheme
   * too.
   */
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    if (input.variant === 'light') {
      return { ...colors, background: 'var(--n-accent-soft)', hover: 'var(--n-accent-soft)', color: 'var(--n-accent-text)' }
    }
    if (input.variant !== 'filled') return colors
    if (input.color === 'hi')
      return { ...colors, background: 'var(--n-sos)', hover: 'var(--n-alarm-deep)', color: 'var(--n-on-sos)' }
    if (input.color === 'matsu') return { ...colors, background: 'var(--n-ok)', hover: 'var(--n-ok)', color: 'var(--n-on-ok)' }
    return { ...colors, background: 'var(--n-accent)', hover: 'var(--n-accent-hover)', color: 'var(--n-on-accent)' }
  },
  black: sumi[9],
  white: '#FFFFFF',

  fontFamily: fontStack,
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Noto Sans Mono CJK JP", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.3' },
  headings: {
    fontFamily: fontStack,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--n-title-3)', lineHeight: '1.2' },
      h2: { fontSize: 'var(--n-text-7)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--n-text-6)', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
      h6: { fontSize: '0.75rem', lineHeight: '1.5' },
    },
  },

  spacing: {
    xs: 'var(--n-space-8)',
    sm: 'var(--n-space-12)',
    md: 'var(--n-space-16)',
    lg: 'var(--n-space-24)',
    xl: 'var(--n-space-32)',
  },
  radius: {
    xs: 'var(--n-radius-1)',
    sm: 'var(--n-radius-2)',
    md: 'var(--n-radius-3)',
    lg: 'var(--n-radius-5)',
    xl: 'var(--n-radius-6)',
  },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '40em', md: '60em', lg: '75em', xl: '96em' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,

  components,
})
