import { z } from 'zod'
import { toStorable, Uuid } from '../define.ts'
import { cutText } from '../text/graphemes.ts'
import { ALERT_TEXT_MAX, CAPTION_MAX } from '../limits.ts'
import { AccuracyText, LatitudeText, LongitudeText } from '../location.ts'
import { bodyText } from '../text/body-text.ts'
import { toBodyText } from '../text/visible-text.ts'

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
  })
  .catch({ latitude: null, longitude: null, accuracy: null, textContent: '', clientId: null })

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
