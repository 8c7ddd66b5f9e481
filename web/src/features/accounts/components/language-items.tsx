import { Menu } from '@mantine/core'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { LANGUAGES } from '@noroshi/contract/i18n'
import { useLanguage, useText } from '../../../platform/i18n.ts'
import { useChangeLanguage } from '../accounts.queries.ts'
import css from './language-items.module.css'

const names = { en: 'chrome.english', ja: 'chrome.japanese' } as const

/** In a menu: opens into the two languages. */
export function LanguageItems() {
  const text = useText()
  const current = useLanguage()
  const change = useChangeLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={isOpen}
        leftSection={<IconLanguage size={22} stroke={1.75} />}
        rightSection={<IconChevronDown className={css.chevron} data-open={isOpen || undefined} size={18} stroke={2} />}
        onClick={() => setOpen(!isOpen)}
      >
        {text('chrome.language')}
      </Menu.Item>
      {isOpen && (
        <Menu.RadioGroup value={current}>
          {LANGUAGES.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} onChange={() => change.mutate(language)}>
              {text(names[language])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </>
  )
}
