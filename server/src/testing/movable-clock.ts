// Loaded with `--import` before the server's own code. Shifts the clock of the process by `NOROSHI_CLOCK_AHEAD_MS` (negative:
// behind), and by each number of milliseconds that the parent process sends. It replaces nothing else.
let ahead = Number(process.env['NOROSHI_CLOCK_AHEAD_MS'] ?? 0)
const now = () => Reflect.apply(now.real, Date, []) + ahead
now.real = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

process.on('message', (milliseconds) => {
  ahead += Number(milliseconds)
})
process.channel?.unref()
