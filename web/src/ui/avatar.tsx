import { IconUserQuestion } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import css from './avatar.module.css'
import { type Face, hueOf, initialOf } from './person-face.ts'

interface AvatarProps {
  /** null: an anonymous raiser. */
  person: Face | null
  /** Pixels. */
  size?: number
}

/** A person's picture, or the initial on a quiet tint of their own. It stands beside the name, so it says nothing itself. */
export function Avatar({ person, size = 40 }: AvatarProps) {
  // `as`: React's type of style knows no custom properties.
  const style = { '--size': `${size}px`, '--hue': person ? hueOf(person.id) : 200 } as CSSProperties
  return (
    <span className={css.avatar} style={style} aria-hidden="true">
      <Inside person={person} size={size} />
    </span>
  )
}

function Inside({ person, size }: Required<AvatarProps>) {
  const [missing, setMissing] = useState<string | null>(null)
  if (!person) return <IconUserQuestion size={size * 0.55} stroke={1.75} />
  const { avatarUrl } = person
  if (avatarUrl !== null && avatarUrl !== missing) {
    return <img src={avatarUrl} alt="" loading="lazy" onError={() => setMissing(avatarUrl)} />
  }
  return initialOf(person)
}
