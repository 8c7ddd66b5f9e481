import type { ReactNode } from 'react'
import type { Contact, Gender } from '@noroshi/contract/accounts/profile'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { addressOrder } from '../address-order.ts'
import { postalOf } from '../postal.ts'
import css from './profile.module.css'

interface Props {
  profile: Contact
  /** Only on the user's own profile; null: not chosen yet. */
  gender?: Gender | null
}

/** Additional information. An empty value is shown as a dash (specification, section 2). */
export function ProfileDetails({ profile, gender }: Props) {
  const text = useText()
  const language = useLanguage()
  const { phoneNumber, addressLineOne, addressLineTwo } = profile
  const regions = { ...profile, postalAreaCode: postalOf(profile) }
  return (
    <Card>
      <h3 className={css.title}>{text('profile.additional')}</h3>
      <dl className={css.facts}>
        {gender !== undefined && (
          <Fact name={text('profile.gender')}>{gender && text(gender === 'Female' ? 'profile.female' : 'profile.male')}</Fact>
        )}
        <Fact name={text('profile.phoneNumber')}>{phoneNumber !== '' && <a href={`tel:+${phoneNumber}`}>+{phoneNumber}</a>}</Fact>
        {addressOrder(language).map((part) =>
          part === 'address' ? (
            <Fact key={part} name={text('profile.address')}>
              {[addressLineOne, addressLineTwo].filter(Boolean).join('\n')}
            </Fact>
          ) : (
            part.map((name) => (
              <Fact key={name} name={text(`profile.${name}`)}>
                {regions[name]}
              </Fact>
            ))
          ),
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children || '—'}</dd>
    </div>
  )
}
