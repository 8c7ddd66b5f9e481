interface View {
  readonly parts: readonly unknown[]
  readonly value: unknown
}
/** Views end with the object that they belong to. */
const viewsOf = new WeakMap<object, Map<string, View>>()

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((part, index) => part === b[index])

/**
 * Returns what `build` made of these parts before, or makes it again if a part is another one: the same object until its data
 * changes, as screens require.
 * @param owner the object that the view ends with: the copy of the entity, or the store of a list
 * @param key of the view among those of the owner
 */
export function viewOf<Value>(owner: object, key: string, parts: readonly unknown[], build: () => Value): Value {
  const views = viewsOf.get(owner) ?? new Map<string, View>()
  viewsOf.set(owner, views)
  const known = views.get(key)
  // `as`: only the callers with this owner and key set it
  if (known && isSame(known.parts, parts)) return known.value as Value
  const value = build()
  views.set(key, { parts, value })
  return value
}
