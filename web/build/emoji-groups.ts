type GroupKey =
  | 'smileys-emotion'
  | 'people-body'
  | 'animals-nature'
  | 'food-drink'
  | 'travel-places'
  | 'activities'
  | 'objects'
  | 'symbols'
  | 'flags'

/** An emoji with its name in each language, and its search words of all languages. */
export type NamedEmoji = readonly [emoji: string, names: Readonly<Record<string, string>>, words: string]

/** The emoji of a group: the default export of `virtual:emoji` is a list of them. */
export interface EmojiGroup {
  readonly key: GroupKey
  readonly emoji: readonly NamedEmoji[]
}
