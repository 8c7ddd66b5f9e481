import type { MessageKey } from '../../platform/language/i18n.ts'

const CERTIFICATE = '/join/noroshi.crt'
const PROFILE = '/join/noroshi.mobileconfig'

/** The kinds of devices that the join page has steps for. */
export const joinPlatforms = {
  ios: { file: PROFILE, steps: ['join.ios.1', 'join.ios.2', 'join.ios.3'] },
  android: { file: CERTIFICATE, steps: ['join.android.1', 'join.android.2', 'join.android.3', 'join.android.4'] },
  windows: { file: CERTIFICATE, steps: ['join.windows.1', 'join.windows.2', 'join.windows.3', 'join.windows.4'] },
  macos: { file: CERTIFICATE, steps: ['join.macos.1', 'join.macos.2', 'join.macos.3'] },
  linux: { file: CERTIFICATE, steps: ['join.linux.1', 'join.linux.2', 'join.linux.3'] },
} as const satisfies Record<string, { file: string; steps: readonly MessageKey[] }>

export type JoinPlatform = keyof typeof joinPlatforms
export const joinPlatformNames: readonly JoinPlatform[] = ['ios', 'android', 'windows', 'macos', 'linux']

/**
 * Guesses the kind of a device.
 * @param touchPoints an iPad calls itself a Mac, but Macs have no touch screen
 */
export function joinPlatformOf(userAgent: string, touchPoints: number): JoinPlatform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Windows/.test(userAgent)) return 'windows'
  if (/Macintosh/.test(userAgent)) return touchPoints > 0 ? 'ios' : 'macos'
  return 'linux'
}
