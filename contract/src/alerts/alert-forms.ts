import { z } from 'zod'
import { toStorable, Uuid } from '../define.ts'
import { cutText } from '../text/graphemes.ts'
import { ALERT_TEXT_MAX, CAPTION_MAX, NAME_MAX } from '../limits.ts'
import { AccuracyText, LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { toNameText } from '../text/name-text.ts'
import { toBodyText, withoutReordering } from '../text/visible-text.ts'

/** Returns a typed name as one line without characters that reorder others, cut to NAME_MAX. */
const toShortName = (text: string): string =>
  cutText(toNameText(withoutReordering(toStorable(text)).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')), NAME_MAX)

/** The person for whom a signed-in user raises an SOS. Without a session, the name is the beginning of the text. */
const RaiseFor = z.object({
  /** An active user other than the raiser. Any other id is ignored. */
  userId: Uuid.nullable().catch(null),
  /** The name of a person without an account; '' without one. */
  name: z.string().transform(toShortName).catch(''),
})

/**
 * The body of an SOS. An SOS is never refused (decisions/0004): invalid fields become null or empty.
 * `RaisedBy` of the specification is accepted and ignored; the session determines the raiser.
 */
export const RaiseBody = z
  .object({
    latitude: LatitudeText,
    longitude: LongitudeText,
    accuracy: AccuracyText,
    textContent: z
      .string()
      .transform((text) => cutText(toBodyText(toStorable(text)), ALERT_TEXT_MAX))
      .catch(''),
    /** The device creates one id for each SOS. A repeated id returns the same alert and updates its location. */
    clientId: Uuid.nullable().catch(null),
    /** null: the raiser needs help. */
    raisedFor: RaiseFor.nullable().catch(null),
  })
  .catch({ latitude: null, longitude: null, accuracy: null, textContent: '', clientId: null, raisedFor: null })

/** The text fields of the two upload routes. Files are sent as `files` or `messageMedia`. */
export const UploadForm = z.object({
  alertId: Uuid,
  textContent: bodyText().max(ALERT_TEXT_MAX, 'common.tooLong').default(''),
  caption: bodyText().max(CAPTION_MAX, 'common.tooLong').default(''),
  latitude: LatitudeText,
  longitude: LongitudeText,
  clientId: Uuid.optional(),
})
export type UploadForm = z.output<typeof UploadForm>
