import { Button } from '@mantine/core'
import { POSITION_HOURS } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { useChooseSharing } from '../accounts.queries.ts'
import { sharingModes } from './sharing-modes.ts'
import css from './sharing-question.module.css'

/** Asked once, without standing in the way of anything (product decision: positions only by consent). */
export function SharingQuestion() {
  const text = useText()
  const choose = useChooseSharing()
  return (
    <section className={css.question} aria-label={text('accounts.sharing')}>
      <p>
        <b>{text('accounts.sharingQuestion')}</b>
        {text('accounts.sharingNote', { hours: POSITION_HOURS })}
      </p>
      <div className={css.answers}>
        {sharingModes.map(({ mode, label }) => (
          <Button
            key={mode}
            variant="default"
            mih={44}
            px="sm"
            loading={choose.isPending && choose.variables === mode}
            disabled={choose.isPending}
            onClick={() => choose.mutate(mode)}
          >
            {text(label)}
          </Button>
        ))}
      </div>
    </section>
  )
}
