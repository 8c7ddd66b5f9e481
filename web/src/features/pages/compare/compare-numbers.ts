/** Returns a function that assigns each distinct key a number: the diff compares numbers faster than strings. */
export function createNumbering() {
  const numbers = new Map<string, number>()
  return (key: string): number => {
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
  }
}
