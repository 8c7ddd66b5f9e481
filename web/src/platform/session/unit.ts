import { createContext, useContext } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { readStored, storageKeys } from './storage.ts'

/** Settings of the LACS unit. The root of the page provides them, because features do not import each other. */
export const UnitContext = createContext<Unit | undefined>(undefined)
export const useUnit = () => useContext(UnitContext)

/** Returns the name of the unit: the stored name until its settings are loaded, null before the first visit. */
export const useUnitName = (): string | null => {
  const unit = useUnit()
  return unit?.name ?? readStored(storageKeys.unitName)
}
