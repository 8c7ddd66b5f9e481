import { IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { DraftStatus } from '@noroshi/contract/pages/drafts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Tag } from '../../../ui/layout/tag.tsx'

const states = {
  pending: { tone: 'warn', icon: IconClock },
  approved: { tone: 'ok', icon: IconCheck },
  rejected: { tone: 'warn', icon: IconX },
  discarded: { tone: 'plain', icon: IconArrowBackUp },
} as const

/** Status of a draft (specification, section 4). */
export function DraftStatusTag({ status }: { status: DraftStatus }) {
  const text = useText()
  const { tone, icon: Icon } = states[status]
  return (
    <Tag tone={tone} icon={<Icon size={16} stroke={2} aria-hidden="true" />}>
      {text(`drafts.status.${status}`)}
    </Tag>
  )
}
