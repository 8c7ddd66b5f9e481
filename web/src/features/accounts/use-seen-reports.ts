import { useEffect } from 'react'
import { SEEN_REPORT_MS } from '@noroshi/contract/limits'
import { command, useConnection } from '../../platform/connection/socket.ts'
import { useVisible } from '../../platform/connection/use-visible.ts'

/** Reports that the app is on the screen, once a minute while it is. Only for a user who shares it. */
export function useSeenReports(isShared: boolean): void {
  const isVisible = useVisible()
  const isOnline = useConnection() === 'online'
  const reports = isShared && isVisible && isOnline
  useEffect(() => {
    if (!reports) return
    const report = () => void command('users:seen', {})
    report()
    const timer = setInterval(report, SEEN_REPORT_MS)
    return () => clearInterval(timer)
  }, [reports])
}
