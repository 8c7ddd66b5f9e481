import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { meQuery } from '../accounts.queries.ts'
import { AvatarEditor } from './avatar-editor.tsx'
import { LastSeenCard } from './last-seen-card.tsx'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileHead } from './profile-head.tsx'
import css from './profile.module.css'
import { PersonalDataCard } from '../personal-data/personal-data-card.tsx'
import { SecondFactorCard } from '../security/second-factor-card.tsx'
import { SecurityCard } from '../security/security-card.tsx'
import { SessionList } from '../security/session-list.tsx'
import { SharingCard } from './sharing-card.tsx'
import { TakSharingCard } from './tak-sharing-card.tsx'

type Mode = 'view' | 'edit' | 'edited'

/** The user's own profile, which they can edit. @param household the part for shelters */
export function OwnProfileView({ me, household }: { me: Me; household: ReactNode }) {
  const text = useText()
  const cache = useQueryClient()
  const [mode, setMode] = useState<Mode>('view')
  // The user is refetched when the edit mode ends, saved or not (specification, section 4).
  const leave = () => {
    setMode('edited')
    void cache.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  if (mode === 'edit') {
    return (
      <div className={css.column}>
        <AvatarEditor me={me} />
        <ProfileForm me={me} onLeave={leave} />
      </div>
    )
  }
  const editButton = (
    // oxlint-disable-next-line no-autofocus -- the focused form is removed: the focus returns to its button
    <Button leftSection={<IconPencil size={20} stroke={1.75} />} onClick={() => setMode('edit')} autoFocus={mode === 'edited'}>
      {text('profile.edit')}
    </Button>
  )
  return (
    <div className={css.column}>
      <ProfileHead person={me} actions={editButton} />
      <ProfileDetails profile={me} gender={me.gender} />
      {household}
      <SharingCard mode={me.locationSharing} />
      <TakSharingCard />
      <LastSeenCard isShared={me.sharesLastSeen === true} />
      <SecurityCard />
      <SecondFactorCard me={me} />
      <SessionList />
      <PersonalDataCard />
    </div>
  )
}
