import type { RollCall } from '@noroshi/contract/roll-calls/roll-calls'
import { summaryText } from '../features/roll-calls/roll-call-texts.ts'
import { text } from '../platform/language/i18n.ts'
import { TOAST_MS } from '../platform/tuning.ts'
import { toastSuccess } from '../ui/states/toast.tsx'

/** Shows the numbers of a roll-call that ended. Its text is on its page. */
export const showEnd = ({ title, counts }: Pick<RollCall, 'title' | 'counts'>): void =>
  toastSuccess('rollCalls.endedOf', { title }, { description: summaryText(counts, text), durationMs: TOAST_MS })
