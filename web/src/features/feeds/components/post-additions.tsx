import { IconCamera, IconFile, IconMapPin, IconMicrophone, IconVideo } from '@tabler/icons-react'
import { useText } from '../../../platform/language/i18n.ts'
import type { MediaKind } from '../../../shared/media/media-picker.tsx'
import css from './post-dialog.module.css'

const additions = [
  { kind: 'photo', icon: IconCamera },
  { kind: 'video', icon: IconVideo },
  { kind: 'voice', icon: IconMicrophone },
  { kind: 'file', icon: IconFile },
  { kind: 'location', icon: IconMapPin },
] as const

/** Buttons that add files or a location to a post. */
export function PostAdditions({ hasLocation, onAdd }: { hasLocation: boolean; onAdd: (kind: MediaKind | 'location') => void }) {
  const text = useText()
  return (
    <fieldset className={css.additions}>
      <legend className="visually-hidden">{text('posts.add')}</legend>
      {additions
        .filter(({ kind }) => kind !== 'location' || !hasLocation)
        .map(({ kind, icon: Icon }) => (
          <button key={kind} type="button" aria-haspopup="dialog" onClick={() => onAdd(kind)}>
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            {text(`posts.add.${kind}`)}
          </button>
        ))}
    </fieldset>
  )
}
