import { Button } from '@mantine/core'
import { IconPhoneFilled, IconX } from '@tabler/icons-react'
import type { CallSession } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { canCall } from '../can-call.ts'
import { useAnswer } from '../use-answer.ts'
import css from './answer-buttons.module.css'

/** Reject and Accept. A browser that cannot call says so in place of Accept. */
export function AnswerButtons({ session }: { session: Pick<CallSession, 'id' | 'CallId'> }) {
  const text = useText()
  const { accept, reject, isBusy, isRefused } = useAnswer(session)
  const isAble = canCall()
  return (
    <div className={css.buttons} data-toast-clear>
      {/* Not a toast, which an alarm would cover. */}
      {isRefused && (
        <p className={css.refused} role="alert">
          {text('media.grantBoth')}
        </p>
      )}
      {!isAble && <p className={css.refused}>{text('calls.unsupported')}</p>}
      <Button
        variant="default"
        leftSection={<IconX size={22} stroke={2} aria-hidden="true" />}
        disabled={isBusy}
        onClick={reject}
      >
        {text('calls.reject')}
      </Button>
      {isAble && (
        <Button
          color="matsu"
          leftSection={<IconPhoneFilled size={20} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => void accept()}
        >
          {text('calls.accept')}
        </Button>
      )}
    </div>
  )
}
