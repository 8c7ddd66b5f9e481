// The modules of web/build/texts-plugin.ts.

declare module 'virtual:first-texts-*' {
  const texts: import('@noroshi/contract/i18n').Texts
  export default texts
}

declare module 'virtual:other-texts-*' {
  const texts: import('@noroshi/contract/i18n').Texts
  export default texts
}

declare module 'virtual:admin-texts-*' {
  const texts: import('@noroshi/contract/i18n').Texts
  export default texts
}

/** Loads the texts of each language: those of the first screen, those of the administration, and all others. */
declare module 'virtual:texts' {
  type Load = () => Promise<{ readonly default: import('@noroshi/contract/i18n').Texts }>
  const loaders: Readonly<
    Record<import('@noroshi/contract/i18n').Language, { readonly [Part in 'first' | 'other' | 'admin']: Load }>
  >
  export default loaders
}

/** The texts of the page that is shown if the application does not start, in all languages. They have no plural forms. */
declare module 'virtual:texts-plainPage' {
  const texts: Readonly<
    Record<
      import('@noroshi/contract/i18n').Language,
      Readonly<Record<import('@noroshi/contract/alerts/plain-page.messages').PlainPageKey, string>>
    >
  >
  export default texts
}

/** The texts of notifications in all languages. */
declare module 'virtual:texts-push' {
  const texts: Readonly<
    Record<
      import('@noroshi/contract/i18n').Language,
      import('@noroshi/contract/i18n').Texts<import('@noroshi/contract/push/push.messages').PushText>
    >
  >
  export default texts
}

/** The emoji of the picker: a list of `EmojiGroup` (build/emoji-groups.ts). */
declare module 'virtual:emoji' {
  const groups: unknown
  export default groups
}
