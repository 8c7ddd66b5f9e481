import { IconUserOff, IconUserQuestion } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import css from './avatar.module.css'
import { type AvatarPerson, hueOf, initialOf } from './avatar-person.ts'

interface AvatarProps {
  /** null: an anonymous user. */
  person: AvatarPerson | null
  /** Pixels. */
  size?: number
}

/**
 * A user's picture, or the initial on the user's colour. It is hidden from screen readers, because the name is always
 * beside it.
 */
export function Avatar({ person, size = 40 }: AvatarProps) {
  // `as`: React's style type does not allow custom properties.
  const style = { '--size': `${size}px`, '--hue': person ? hueOf(person.id) : 200 } as CSSProperties
  return (
    <span className={css.avatar} style={style} aria-hidden="true">
      <AvatarContent person={person} />
    </span>
  )
}

function AvatarContent({ person }: Pick<AvatarProps, 'person'>) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (!person) return <IconUserQuestion className={css.icon} stroke={1.75} />
  const { avatarUrl } = person
  if (avatarUrl !== null && avatarUrl !== failedUrl) {
    return <img src={avatarUrl} alt="" loading="lazy" onError={() => setFailedUrl(avatarUrl)} />
  }
  // A deleted user has no name.
  return initialOf(person) || <IconUserOff className={css.icon} stroke={1.75} />
}
