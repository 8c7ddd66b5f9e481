import type { Contact } from '@noroshi/contract/accounts/profile'
import { postalText } from '@noroshi/contract/accounts/profile'
import type { z } from 'zod'

const JAPAN = /^(日本国?|japan|jp|jpn|nippon|nihon)$/i

/**
 * Formats a Japanese postal code with seven digits and a hyphen, and another one as it is. The default country is
 * Japan.
 */
export const postalOf = ({ postalAreaCode, country }: Pick<z.infer<typeof Contact>, 'postalAreaCode' | 'country'>): string =>
  country.trim() === '' || JAPAN.test(country.trim()) ? postalText(postalAreaCode) : String(postalAreaCode ?? '')
