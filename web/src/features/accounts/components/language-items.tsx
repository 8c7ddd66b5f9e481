import { Menu } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { LANGUAGES, LOCALES } from '@noroshi/contract/i18n'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useChangeLanguage } from '../accounts.queries.ts'
import { MenuExpander } from './menu-expander.tsx'

/** A menu item that expands to the languages. */
export function LanguageItems() {
  const text = useText()
  const current = useLanguage()
  const change = useChangeLanguage()
  return (
    <MenuExpander label={text('chrome.language')} icon={<IconLanguage size={22} stroke={1.75} />}>
      <Menu.RadioGroup value={current}>
        {LANGUAGES.map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language} onChange={() => change.mutate(language)}>
            {LOCALES[language].name}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuExpander>
  )
}
