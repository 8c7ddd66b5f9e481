import type { Language } from '@noroshi/contract/i18n'

type Region = 'postalAreaCode' | 'city' | 'state' | 'country'
type Part = 'address' | readonly [Region, Region]

const FROM_ADDRESS: readonly Part[] = ['address', ['postalAreaCode', 'city'], ['state', 'country']]
const FROM_COUNTRY: readonly Part[] = [['country', 'postalAreaCode'], ['state', 'city'], 'address']

/** Returns the parts of an address in the order of the language. A Japanese address starts with the country. */
export const addressOrder = (language: Language): readonly Part[] => (language === 'ja' ? FROM_COUNTRY : FROM_ADDRESS)
