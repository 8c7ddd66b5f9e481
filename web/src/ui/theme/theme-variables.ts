import type { CSSVariablesResolver } from '@mantine/core'
import { ai, hi, matsu, night, sumi, yamabuki } from './palette.ts'
import { spaces } from './spaces.ts'

/** Semantic variables: the only colours that components use. */
export const noroshiVariables: CSSVariablesResolver = () => ({
  variables: {
    /* Motion: `--n-hold` is the press that raises an SOS; `--n-beacon` is the slow pulse of alarms (below 1 Hz). */
    '--n-fast': '120ms',
    '--n-enter': '200ms',
    '--n-sheet': '320ms',
    '--n-hold': '1500ms',
    '--n-beacon': '1600ms',
    '--n-ease': 'cubic-bezier(0.2, 0.8, 0.2, 1)',

    /*
     * Sizes of text. They are in rem, so that text grows with the browser's font size: 12, 13, 14, 15, 16, 18 and 22 px
     * at its default. Titles have 20, 26, 28 and 30 px. A tenth of the window limits large text: at twice the size, a
     * word still fits a phone.
     */
    '--n-text-1': '0.75rem',
    '--n-text-2': '0.8125rem',
    '--n-text-3': '0.875rem',
    '--n-text-4': '0.9375rem',
    '--n-text-5': '1rem',
    '--n-text-6': '1.125rem',
    '--n-text-7': 'min(1.375rem, 10vw)',
    /** Limits text in a shape of fixed size. */
    '--n-text-max': '20px',
    '--n-title-1': 'min(1.25rem, 10vw)',
    '--n-title-2': 'min(1.625rem, 10vw)',
    '--n-title-3': 'min(1.75rem, 10vw)',
    '--n-title-4': 'min(1.875rem, 10vw)',

    ...spaces,

    /*
     * Corners: tail of a bubble and mark in a text, tag, control, card and row, tile and map, sheet. Of an element in a
     * control, card or row: `inner`. Of bubbles, toasts and large buttons: `bubble`.
     */
    '--n-radius-1': '6px',
    '--n-radius-2': '8px',
    '--n-radius-3': '14px',
    '--n-radius-4': '16px',
    '--n-radius-5': '20px',
    '--n-radius-6': '28px',
    '--n-radius-inner': '12px',
    '--n-radius-bubble': '18px',
    '--n-radius-pill': '999px',

    /* Sizes of bars and panes. */
    '--n-topbar': '56px',
    '--n-bottombar': '64px',
    '--n-rail': '92px',
    '--n-list-pane': '360px',
    '--n-side-pane': '400px',
    '--n-comments-pane': '420px',

    /* Alarms have the same colours in both schemes. */
    '--n-alarm': hi[7],
    '--n-alarm-deep': hi[8],
    '--n-alarm-ink': '#FFFFFF',
    '--n-alarm-on-light': sumi[9],
    /* The dialog of a drill. */
    '--n-drill': ai[8],
    '--n-drill-deep': ai[9],
    '--n-drill-mark': yamabuki[3],
    '--n-drill-mark-ink': sumi[9],

    /* Per cent of white on a dark ground, and of black. */
    '--n-light-10': 'rgb(255 255 255 / 0.1)',
    '--n-light-14': 'rgb(255 255 255 / 0.14)',
    '--n-light-25': 'rgb(255 255 255 / 0.25)',
    '--n-light-32': 'rgb(255 255 255 / 0.32)',
    '--n-light-35': 'rgb(255 255 255 / 0.35)',
    '--n-light-45': 'rgb(255 255 255 / 0.45)',
    '--n-light-70': 'rgb(255 255 255 / 0.7)',
    '--n-dark-13': 'rgb(0 0 0 / 0.13)',
    '--n-dark-72': 'rgb(0 0 0 / 0.72)',

    /* Pictures and videos are on a dark ground in both schemes; text on them is on a plate or a scrim. */
    '--n-media-bg': night[9],
    '--n-media-letterbox': '#000000',
    '--n-media-ink': '#F4F6F5',
    '--n-media-ink-2': '#C3CCCA',
    '--n-plate-ink': '#FFFFFF',
    /* The dimmed text of an idle screen on black: contrast 7.5 to 1. */
    '--n-idle-ink': '#93A1A6',
    '--n-scrim-50': 'rgb(7 12 14 / 0.5)',
    '--n-scrim-56': 'rgb(7 12 14 / 0.56)',
    '--n-scrim-60': 'rgb(7 12 14 / 0.6)',
    '--n-scrim-72': 'rgb(7 12 14 / 0.72)',
    '--n-scrim-76': 'rgb(7 12 14 / 0.76)',
    '--n-upload': '#2A363B',
    '--n-sky-shade': 'rgb(6 33 44 / 0.75)',
    '--n-pin-shadow': 'rgb(16 25 29 / 0.35)',

    /* Scanners read a QR code in black on white only. */
    '--n-qr-ground': '#FFFFFF',
    '--n-qr-ink': '#000000',

    /* Calls are dark in both schemes, so that pictures stand out. */
    '--n-call-bg': '#0A1013',
    '--n-call-tile': night[6],
    '--n-call-control': '#27343A',
    '--n-call-line': '#4A5A61',
    '--n-call-ink': '#FFFFFF',
    '--n-call-ink-2': '#C3CDD1',
    '--n-call-plate': 'rgb(10 16 19 / 0.72)',
    '--n-call-speaking': matsu[3],
    '--n-call-muted': yamabuki[3],
    '--n-call-on-light': sumi[9],
    '--n-call-accent': ai[3],
    '--n-call-on-accent': '#05222F',
    '--n-call-warn-soft': '#382A08',
    '--n-call-sos-edge': hi[5],

    /* Toasts are inverted, so their icons have the same colours in both schemes. */
    '--n-toast-ok': matsu[3],
    '--n-toast-warn': ai[2],
    '--n-toast-error': yamabuki[3],
    '--n-toast-ink': sumi[9],
  },
  light: {
    '--n-bg': sumi[0],
    '--n-surface': '#FFFFFF',
    '--n-raised': '#FFFFFF',
    '--n-sunken': sumi[1],
    '--n-line': sumi[2],
    '--n-field': '#7A8A90',
    '--n-ink': sumi[9],
    '--n-ink-2': sumi[6],

    '--n-accent': ai[7],
    '--n-accent-hover': ai[8],
    '--n-on-accent': '#FFFFFF',
    '--n-accent-text': ai[7],
    '--n-accent-soft': ai[1],
    '--n-bubble-mine': ai[1],
    '--n-bubble-mine-2': '#3F5964',
    '--n-bubble-seen': ai[7],
    '--n-bubble-theirs': '#FFFFFF',

    '--n-sos': hi[7],
    '--n-sos-edge': hi[7],
    '--n-on-sos': '#FFFFFF',
    '--n-sos-text': hi[8],
    '--n-sos-soft': hi[0],
    '--n-sos-line': hi[2],

    '--n-ok': matsu[6],
    '--n-on-ok': '#FFFFFF',
    '--n-ok-text': matsu[7],
    '--n-ok-soft': matsu[1],

    /* Lightness and chroma of a user's colour; the hue is computed from the user's id. */
    '--n-face': '0.88 0.045',
    '--n-face-ink': '0.36 0.075',
    '--n-pin-face': '0.86 0.05',
    '--n-pin-ink': '0.34 0.08',

    '--n-warn': yamabuki[4],
    '--n-on-warn': sumi[9],
    '--n-warn-text': yamabuki[7],
    '--n-warn-soft': yamabuki[1],

    '--n-e1': '0 1px 2px rgb(16 25 29 / 0.08)',
    '--n-e2': '0 2px 6px rgb(16 25 29 / 0.08), 0 8px 24px rgb(16 25 29 / 0.12)',
    '--n-e3': '0 4px 12px rgb(16 25 29 / 0.12), 0 24px 64px rgb(16 25 29 / 0.24)',

    '--n-map-land': '#EEF1EC',
    '--n-map-block': '#E6EAE4',
    '--n-map-green': '#D3E5D3',
    '--n-map-water': '#BCD9E4',
    '--n-map-road': '#FFFFFF',
    '--n-map-rail': '#A9B4B6',
    '--n-map-text': '#4C5A60',

    '--mantine-color-body': sumi[0],
    '--mantine-color-dimmed': sumi[6],
    '--mantine-color-placeholder': sumi[6],
    '--mantine-color-error': yamabuki[7],
    '--mantine-color-anchor': ai[7],
    '--mantine-color-default-border': sumi[2],
  },
  dark: {
    '--n-bg': night[7],
    '--n-surface': night[6],
    '--n-raised': '#222E33',
    '--n-sunken': '#232F34',
    '--n-line': '#2F3C42',
    '--n-field': '#6B7A80',
    '--n-ink': night[0],
    '--n-ink-2': night[2],

    '--n-accent': ai[3],
    '--n-accent-hover': ai[2],
    '--n-on-accent': '#05222F',
    '--n-accent-text': ai[3],
    '--n-accent-soft': '#123A4A',
    '--n-bubble-mine': '#15465A',
    '--n-bubble-mine-2': '#B4CCD6',
    '--n-bubble-seen': '#CFE7F0',
    '--n-bubble-theirs': '#222E33',

    '--n-sos': hi[7], // the same AAA red; the brighter edge has a contrast of 3:1 on the dark page
    '--n-sos-edge': hi[5],
    '--n-on-sos': '#FFFFFF',
    '--n-sos-text': hi[3],
    '--n-sos-soft': '#33140F',
    '--n-sos-line': '#6E2018',

    '--n-ok': matsu[4],
    '--n-on-ok': '#06200F',
    '--n-ok-text': matsu[3],
    '--n-ok-soft': '#12331F',

    '--n-face': '0.38 0.05',
    '--n-face-ink': '0.92 0.04',
    '--n-pin-face': '0.42 0.055',
    '--n-pin-ink': '0.95 0.03',

    '--n-warn': yamabuki[3],
    '--n-on-warn': sumi[9],
    '--n-warn-text': yamabuki[3],
    '--n-warn-soft': '#382A08',

    '--n-e1': '0 1px 2px rgb(0 0 0 / 0.4)',
    '--n-e2': '0 0 0 1px #2F3C42, 0 8px 24px rgb(0 0 0 / 0.5)',
    '--n-e3': '0 0 0 1px #2F3C42, 0 24px 64px rgb(0 0 0 / 0.64)',

    '--n-map-land': '#172126',
    '--n-map-block': '#1B262B',
    '--n-map-green': '#183026',
    '--n-map-water': '#0E3445',
    '--n-map-road': '#35444A',
    '--n-map-rail': '#4B5A60',
    '--n-map-text': '#9FADB2',

    '--mantine-color-body': night[7],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-error': yamabuki[3],
    '--mantine-color-anchor': ai[3],
    '--mantine-color-default-border': '#2F3C42',
  },
})
