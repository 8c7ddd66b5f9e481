import type { ReactElement } from 'react'
import { MenuFrame } from '../../../ui/menu-frame.tsx'
import { LanguageItems } from './language-items.tsx'
import { VersionLabel } from './version-label.tsx'

export function VisitorItems({ target }: { target: ReactElement }) {
  return (
    <MenuFrame target={target}>
      <LanguageItems />
      <VersionLabel />
    </MenuFrame>
  )
}
