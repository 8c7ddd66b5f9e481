/** The texts of one language by message key (web/build/texts-plugin.ts). */
declare module 'virtual:first-texts-*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}

/** The texts of one language by message key (web/build/texts-plugin.ts). */
declare module 'virtual:other-texts-*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
