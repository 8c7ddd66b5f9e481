/** The texts of one language by message key (web/build/texts-plugin.ts). */
declare module 'virtual:*' {
  const texts: Readonly<Record<string, string>>
  export default texts
}
