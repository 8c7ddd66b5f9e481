import type { AlertSeverity } from '@noroshi/contract/alerts/handling'

/** Returns the severity of a seismic intensity of JMA (震度), such as `5-`; null for another text. */
export function severityOfIntensity(intensity: string): AlertSeverity | null {
  const normal = intensity.normalize('NFKC')
  if (/^(?:6[-+]|7)$/.test(normal)) return 'extreme'
  if (/^5[-+]$/.test(normal)) return 'severe'
  if (normal === '4') return 'moderate'
  return /^[123]$/.test(normal) ? 'minor' : null
}

/** Returns the severity of a kind of tsunami information; null where there is no tsunami, or it is over. */
export function severityOfTsunami(name: string): AlertSeverity | null {
  if (name.includes('解除')) return null
  if (name.includes('大津波警報')) return 'extreme'
  if (name.includes('津波警報')) return 'severe'
  if (name.includes('津波注意報')) return 'moderate'
  return name.includes('津波予報') ? 'minor' : null
}

/** Returns the severity of a kind of weather warning; null where it is over. */
export function severityOfWarning(name: string, status: string, condition: string): AlertSeverity | null {
  if (/解除|なし/.test(`${name} ${status}`)) return null
  if (/特別警報|氾濫発生|レベル５/.test(`${name} ${condition}`)) return 'extreme'
  if (name.includes('氾濫注意')) return 'moderate'
  if (/警報|警戒|危険|記録的短時間大雨/.test(name)) return 'severe'
  return name.includes('注意') ? 'moderate' : null
}
