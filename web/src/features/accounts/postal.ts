import type { Contact } from '@noroshi/contract/accounts/profile'
import { postalText } from '@noroshi/contract/accounts/profile'
import type { z } from 'zod'

const JAPAN = /^(日本国?|japan|jp|jpn|nippon|nihon)$/i

/** A Japanese code with its seven digits and hyphen; another country's as it is. Where no country is told, Japan is meant. */
export const postalOf = ({ postalAreaCode, country }: Pick<z.infer<typeof Contact>, 'postalAreaCode' | 'country'>): string =>
  country.trim() === '' || JAPAN.test(country.trim()) ? postalText(postalAreaCode) : String(postalAreaCode ?? '')
