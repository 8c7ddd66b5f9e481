import { createContext, useContext } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'

/** Settings of the LACS unit. The root of the page provides them, because features do not import each other. */
export const UnitContext = createContext<Unit | undefined>(undefined)
export const useUnit = () => useContext(UnitContext)
