import { useDebouncedValue } from '@mantine/hooks'
import { HANDS_FREE_LOADER_MS } from '../../../platform/tuning.ts'

/** Returns whether the loader is shown: the server has been waited for for some time. The text of the stage is shown at once. */
export function useLoader(isWaiting: boolean): boolean {
  const [hasWaited] = useDebouncedValue(isWaiting, HANDS_FREE_LOADER_MS)
  return isWaiting && hasWaited
}
