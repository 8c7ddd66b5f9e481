import { Menu } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { ownReportsQuery } from '../../../shared/reports/reports.queries.ts'

/** The item of a message's menu that reports it, unless the user has done it. */
export function ReportItem({ message, onReport }: { message: Message; onReport: () => void }) {
  const text = useText()
  const isReported = useQuery(ownReportsQuery).data?.messageIds.includes(message.id) ?? false
  return (
    <Menu.Item leftSection={<IconFlag size={22} stroke={1.75} />} disabled={isReported} onClick={onReport}>
      {text(isReported ? 'reports.reported' : 'reports.report')}
    </Menu.Item>
  )
}
