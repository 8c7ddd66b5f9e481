/**
 * The map's colours, because WebGL cannot read CSS variables. Land, water, green and text have the colours of the
 * theme.
 */
export const PALETTE = {
  light: {
    land: '#EEF1EC',
    block: '#E0E5DE',
    green: '#D3E5D3',
    sand: '#EDE7D6',
    water: '#BCD9E4',
    coast: '#9BC2D1',
    river: '#A9CEDC',
    border: '#97A5A9',
    region: '#BFC9C8',
    road: '#FFFFFF',
    edge: '#CBD3D1',
    path: '#C9CFC9',
    rail: '#A9B4B6',
    grid: '#C3CFCF',
    ring: '#0E5A7A',
    country: '#34434A',
    text: '#4C5A60',
    strong: '#26343A',
    sea: '#2B6A85',
    park: '#2F6242',
    halo: '#F6F8F5',
  },
  dark: {
    land: '#172126',
    block: '#1F2B31',
    green: '#183026',
    sand: '#252A26',
    water: '#0E3445',
    coast: '#1D4C61',
    river: '#15465B',
    border: '#5A6B72',
    region: '#35444A',
    road: '#35444A',
    edge: '#10191D',
    path: '#2B393F',
    rail: '#4B5A60',
    grid: '#2B3A40',
    ring: '#7CC0DB',
    country: '#C3CED2',
    text: '#9FADB2',
    strong: '#D5DEE1',
    sea: '#76AFC7',
    park: '#8FBF9E',
    halo: '#121A1E',
  },
} as const

export type ColorScheme = keyof typeof PALETTE
export type Palette = (typeof PALETTE)[ColorScheme]

/** Colours of lines and areas. Their names are part of the legend, so that colour alone tells nothing. */
export const SHAPE_PALETTE = {
  light: { blue: '#0B536F', green: '#1B6C3B', amber: '#8A5D00', purple: '#6B3FA0', brown: '#7A4A2B', grey: '#4C5A60' },
  dark: { blue: '#78B7CC', green: '#78BC8F', amber: '#F4C247', purple: '#BFA1E6', brown: '#D2A583', grey: '#C3CED2' },
} as const

/** The only font of the map, from the files of Noto Sans JP. */
export const FONT = ['Noroshi Map']

/**
 * Colours of markers: `--n-sos`, `--n-accent` (darker in the dark scheme, where clusters would glare), `--n-surface`.
 */
export const MARKER_COLORS = {
  light: {
    alerts: { fill: '#AD1710', ink: '#FFFFFF', edge: '#FFFFFF' },
    people: { fill: '#0B536F', ink: '#FFFFFF', edge: '#FFFFFF' },
    resolved: { fill: '#FFFFFF', ink: '#12572E', edge: '#1B6C3B' },
    places: { fill: '#FFFFFF', ink: '#0B536F', edge: '#0B536F' },
  },
  dark: {
    alerts: { fill: '#AD1710', ink: '#FFFFFF', edge: '#FFFFFF' },
    people: { fill: '#15465A', ink: '#D3E7EE', edge: '#78B7CC' },
    resolved: { fill: '#1A2429', ink: '#78BC8F', edge: '#4A9F68' },
    places: { fill: '#1A2429', ink: '#D3E7EE', edge: '#78B7CC' },
  },
} as const
