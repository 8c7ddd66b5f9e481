/** One number for each thing: numbers are compared faster than what they stand for. */
export function numbered() {
  const numbers = new Map<string, number>()
  return (key: string): number => {
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
  }
}
