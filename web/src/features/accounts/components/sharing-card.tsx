import { Radio } from '@mantine/core'
import { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ReadyLink } from '../../../shared/devices/ready-link.tsx'
import form from '../../../ui/forms/form.module.css'
import { useChangeSharing } from '../profile.queries.ts'
import css from './profile.module.css'

/** The user's consent to share their location. Without a choice it is 'only during an SOS' (product decision). */
export function SharingCard({ mode }: { mode: SharingMode | null }) {
  const text = useText()
  const { change } = useChangeSharing()
  const choose = (value: string) => {
    const chosen = SharingMode.options.find((option) => option === value)
    if (chosen) change(chosen)
  }
  return (
    <Card>
      <h3 className={css.title} id="sharing">
        {text('accounts.sharing')}
      </h3>
      <p className={css.note} id="sharing-note">
        {text('accounts.sharingWhy')}
        {!window.isSecureContext && ` ${text('accounts.sharingInsecure')}`}
      </p>
      {!window.isSecureContext && <ReadyLink />}
      <Radio.Group value={mode ?? 'emergency'} onChange={choose} aria-labelledby="sharing" aria-describedby="sharing-note">
        <div className={form.choices}>
          {SharingMode.options.map((option) => (
            <Radio key={option} size="md" value={option} label={text(`accounts.sharing.${option}`)} />
          ))}
        </div>
      </Radio.Group>
    </Card>
  )
}
