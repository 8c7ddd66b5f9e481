import { TrainableNetwork } from './trainable-network.ts'
import { createRandom } from './random.ts'
const r = createRandom(5)
const n = new TrainableNetwork(r)
const mk = (w: boolean) => ({
  input: Float32Array.from({ length: 4800 }, (_, i) => r.normal() * 0.2 + (w ? Math.sin(i / (30 + (i % 32))) * 0.3 : 0)),
  isWakeWord: w,
})
const b = Array.from({ length: 16 }, (_, i) => mk(i % 2 === 0))
for (let s = 0; s < 6; s++) {
  let c = process.cpuUsage()
  for (const e of b) n.forward(e.input)
  let u = process.cpuUsage(c)
  const f = u.user / 1000 / 16
  c = process.cpuUsage()
  n.learn(b, 0.0002)
  u = process.cpuUsage(c)
  console.log('forward', f.toFixed(2), 'learn', (u.user / 1000 / 16).toFixed(2))
}
