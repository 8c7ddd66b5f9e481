/** The kinds of sound of a page, from the highest to the lowest priority. `ringtone` announces a call and is not part of one. */
export const soundUses = ['alarm', 'call', 'ringtone', 'radio', 'playback'] as const
export type SoundUse = (typeof soundUses)[number]

/** Gain of an alarm during a call, so that the participants still understand each other. */
const ALARM_IN_CALL = 0.25
/** Gain of sounds below a sounding alarm. */
const BELOW_ALARM = 0.3

/**
 * Returns the gain (0 to 1) of each use while the given uses sound. The order is alarm, call, radio, playback: a call silences
 * the lower ones. An alarm lowers all others, except a call: the alarm is quieter there.
 */
export function levelsOf(active: ReadonlySet<SoundUse>): Record<SoundUse, number> {
  const isInCall = active.has('call')
  const below = active.has('alarm') && !isInCall ? BELOW_ALARM : 1
  return {
    alarm: isInCall ? ALARM_IN_CALL : 1,
    call: 1,
    ringtone: isInCall ? 0 : below,
    radio: isInCall ? 0 : below,
    playback: isInCall || active.has('ringtone') || active.has('radio') ? 0 : below,
  }
}
