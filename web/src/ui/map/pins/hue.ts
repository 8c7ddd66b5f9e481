import type { ColorScheme } from '../style/map-palette.ts'

/** Maps a hue into 60 to 320, because red is reserved for emergencies. */
export const softHue = (hue: number) => (hue >= 60 && hue <= 320 ? hue : 60 + ((((hue - 60) % 260) + 260) % 260))

const gamma = (linear: number) => {
  const light = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
}

/** Converts OKLCH to RGB, because MapLibre does not support OKLCH. */
function rgb(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `rgb(${channels.map(gamma).join()})`
}

/** Returns a user's background colour and text colour, as in pin.module.css. */
export const tint = (scheme: ColorScheme, hue: number) =>
  scheme === 'light'
    ? { fill: rgb(0.86, 0.05, hue), ink: rgb(0.34, 0.08, hue) }
    : { fill: rgb(0.42, 0.055, hue), ink: rgb(0.95, 0.03, hue) }
