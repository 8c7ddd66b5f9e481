/**
 * The kinds of sound of a page, from the highest to the lowest priority. `announcement` is a spoken alarm, `speech` a
 * message that is read aloud, `hint` the short sound of a message. `ringtone` announces a call and is not part of
 * one; `ringback` is what its caller hears.
 */
export const soundUses = ['alarm', 'announcement', 'call', 'ringtone', 'ringback', 'radio', 'speech', 'hint', 'playback'] as const
export type SoundUse = (typeof soundUses)[number]

/** Gain of an alarm during a call, so that the participants still understand each other. */
const ALARM_IN_CALL = 0.25
/** Gain of an alarm while its announcement speaks, so that the words are understood. */
const ALARM_BEHIND_ANNOUNCEMENT = 0.12
/** Gain of sounds below a sounding alarm. */
const BELOW_ALARM = 0.3

const SILENCES_SPEECH = ['alarm', 'announcement', 'call', 'ringtone', 'ringback', 'radio'] as const

/**
 * Returns the gain (0 to 1) of each use while the given uses sound. The order is alarm, call, radio, playback: a call
 * silences the lower ones. An alarm lowers all others, except a call: the alarm is quieter there. Messages are read
 * aloud only while nothing above them sounds.
 */
export function levelsOf(active: ReadonlySet<SoundUse>): Record<SoundUse, number> {
  const isInCall = active.has('call')
  const below = active.has('alarm') && !isInCall ? BELOW_ALARM : 1
  return {
    alarm: isInCall ? ALARM_IN_CALL : active.has('announcement') ? ALARM_BEHIND_ANNOUNCEMENT : 1,
    announcement: isInCall ? 0 : 1,
    call: 1,
    ringtone: isInCall ? 0 : below,
    ringback: below,
    radio: isInCall ? 0 : below,
    speech: SILENCES_SPEECH.some((use) => active.has(use)) ? 0 : 1,
    hint: active.has('speech') || SILENCES_SPEECH.some((use) => active.has(use)) ? 0 : 1,
    playback: isInCall || active.has('ringtone') || active.has('ringback') || active.has('radio') ? 0 : below,
  }
}
