import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** A network between browsers and a TURN server on the loopback address, which a test can cut or make lossy. */
export interface UdpGate extends AsyncDisposable {
  readonly port: number
  /** Share of the datagrams that are dropped in each direction, from 0 to 1 (cut). */
  loss: number
}

/** Starts a gate that forwards datagrams to `targetPort` and back. Each client address has a socket of its own. */
export async function openUdpGate(targetPort: number): Promise<UdpGate> {
  const front = createSocket('udp4')
  const backs = new Map<string, Socket>()
  let credit = 0
  const gate = {
    port: 0,
    loss: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of [front, ...backs.values()]) {
        const closed = once(socket, 'close')
        socket.close()
        await closed
      }
    },
  }
  /** Spreads the losses evenly, so that every run loses the same share. */
  const isLost = () => {
    credit += gate.loss
    if (credit < 1) return false
    credit -= 1
    return true
  }
  front.on('message', (datagram, { address, port }) => {
    if (isLost()) return
    const client = `${address} ${port}`
    let back = backs.get(client)
    if (!back) {
      back = createSocket('udp4')
      back.on('message', (reply) => {
        if (!isLost()) front.send(reply, port, address)
      })
      backs.set(client, back)
    }
    back.send(datagram, targetPort, '127.0.0.1')
  })
  front.bind(0, '127.0.0.1')
  await once(front, 'listening')
  gate.port = front.address().port
  return gate
}
