import type { Language } from '@noroshi/contract/i18n'

type Place = 'postalAreaCode' | 'city' | 'state' | 'country'
type Part = 'address' | readonly [Place, Place]

const orders: Record<Language, readonly Part[]> = {
  en: ['address', ['postalAreaCode', 'city'], ['state', 'country']],
  ja: [['country', 'postalAreaCode'], ['state', 'city'], 'address'],
}

/** The parts of an address as the language orders them: Japanese goes from the large to the small. */
export const addressOrder = (language: Language): readonly Part[] => orders[language]
