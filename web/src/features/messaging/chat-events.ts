/** Something that happened in a chat beside its messages, such as a missed call. */
export interface ChatEvent {
  readonly id: string
  /** ISO 8601 time, by which it is among the messages. */
  readonly at: string
  readonly text: string
}

/**
 * Returns the events before each message, and those after the last one. Events older than the loaded messages are left
 * out while there are older messages, and those after the last one while there are newer ones.
 * @param times the times of the messages, in order
 */
export function eventsAmong(
  events: readonly ChatEvent[],
  times: readonly string[],
  { hasOlder, hasNewer }: { readonly hasOlder: boolean; readonly hasNewer: boolean },
): { readonly before: readonly (readonly ChatEvent[])[]; readonly after: readonly ChatEvent[] } {
  const sorted = events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const indexOf = ({ at }: ChatEvent) => {
    const index = times.findIndex((time) => Date.parse(time) > Date.parse(at))
    return index === -1 ? times.length : index
  }
  const placed = sorted.map((event) => ({ event, index: indexOf(event) }))
  const at = (wanted: number) => placed.flatMap(({ event, index }) => (index === wanted ? [event] : []))
  return {
    before: times.map((_time, index) => (index === 0 && hasOlder ? [] : at(index))),
    after: hasNewer || (times.length === 0 && hasOlder) ? [] : at(times.length),
  }
}
