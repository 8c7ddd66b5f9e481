import { z } from 'zod'
import { toBodyText } from './visible-text.ts'

/**
 * The text of a message, post or form field. Forms send line ends as CRLF. A text that shows nothing is ''.
 * @param message the message key of a missing text
 */
export const bodyText = (message = 'common.wrongType') => z.string(message).overwrite(toBodyText)
