import { createContext, useContext } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'

/** The unit's settings. Given by the root of the page, which knows the accounts: features do not import each other. */
export const UnitContext = createContext<Unit | undefined>(undefined)
export const useUnit = () => useContext(UnitContext)
