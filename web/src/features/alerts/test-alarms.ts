import { useEffect } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { readStored, storageKeys, writeStored } from '../../platform/session/storage.ts'
import { useActiveAlerts } from './alert-lists.ts'

/** A drill of a group, which an administrator raises, has other recipients besides its raiser. */
const isTestAlarm = ({ isDrill, counts, viewer: { isRaiser } }: AlertForViewer) =>
  isDrill === true && isRaiser && counts.recipients === 1

/** Returns the running test alarm of the user; undefined if there is none. */
export const useRunningTest = (): AlertForViewer | undefined => useActiveAlerts()?.find(isTestAlarm)

/** Whether a test alarm of the user has rung and is over. This browser remembers it. */
export function useTestRang(): boolean {
  const running = useRunningTest()
  const hasRung = running !== undefined && running.counts.delivered > 0
  useEffect(() => {
    if (hasRung) writeStored(storageKeys.testRang, 'yes')
  }, [hasRung])
  return running === undefined && readStored(storageKeys.testRang) !== null
}
