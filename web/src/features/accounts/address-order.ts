import type { Language } from '@noroshi/contract/i18n'

type Region = 'postalAreaCode' | 'city' | 'state' | 'country'
type Part = 'address' | readonly [Region, Region]

const orders: Record<Language, readonly Part[]> = {
  en: ['address', ['postalAreaCode', 'city'], ['state', 'country']],
  ja: [['country', 'postalAreaCode'], ['state', 'city'], 'address'],
}

/** The parts of an address in the order of the language. A Japanese address starts with the country. */
export const addressOrder = (language: Language): readonly Part[] => orders[language]
