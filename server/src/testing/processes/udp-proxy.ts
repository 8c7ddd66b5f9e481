import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** A network between browsers and a TURN server on the loopback address, which a test can cut or make lossy. */
export interface UdpProxy extends AsyncDisposable {
  readonly port: number
  /** Share of the datagrams that are dropped in each direction, from 0 to 1 (cut). */
  loss: number
  /** Cuts the clients whose relays have these ports, and all clients that are new. The others go on. */
  cut: (relayPorts: readonly number[]) => void
  /** Ends the cut. */
  restore: () => void
}

/** Starts a gate that forwards datagrams to `targetPort` and back. Each client address has a socket of its own. */
export async function openUdpProxy(targetPort: number): Promise<UdpProxy> {
  const front = createSocket('udp4')
  const backs = new Map<string, Socket>()
  const relayPorts = new Map<string, number>()
  let cutPorts: readonly number[] | null = null
  let known: ReadonlySet<string> = new Set()
  let credit = 0
  const gate = {
    port: 0,
    loss: 0,
    cut(ports: readonly number[]) {
      cutPorts = ports
      known = new Set(backs.keys())
    },
    restore() {
      cutPorts = null
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [front, ...backs.values()]) {
        const closed = once(socket, 'close')
        socket.close()
        await closed
      }
    },
  }
  const isCut = (client: string) => cutPorts !== null && (!known.has(client) || cutPorts.includes(relayPorts.get(client) ?? 0))
  /** Spreads the losses evenly, so that every run loses the same share. */
  const isLost = (client: string) => {
    if (isCut(client)) return true
    credit += gate.loss
    if (credit < 1) return false
    credit -= 1
    return true
  }
  front.on('message', (datagram, { address, port }) => {
    const client = `${address} ${port}`
    if (isLost(client)) return
    let back = backs.get(client)
    if (!back) {
      back = createSocket('udp4')
      back.on('message', (reply) => {
        const relayPort = relayPortOf(reply)
        if (relayPort !== null) relayPorts.set(client, relayPort)
        if (!isLost(client)) front.send(reply, port, address)
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

const ALLOCATED = 0x01_03
const XOR_RELAYED_ADDRESS = 0x00_16
const MAGIC_COOKIE = 0x21_12

/** The port of a new relay; null for all other datagrams (RFC 8656: the response to Allocate). */
function relayPortOf(datagram: Buffer): number | null {
  if (datagram.length < 20 || datagram.readUInt16BE(0) !== ALLOCATED || datagram.readUInt16BE(4) !== MAGIC_COOKIE) return null
  for (let at = 20; at + 8 <= datagram.length; at += 4 + Math.ceil(datagram.readUInt16BE(at + 2) / 4) * 4)
    if (datagram.readUInt16BE(at) === XOR_RELAYED_ADDRESS) return datagram.readUInt16BE(at + 6) ^ MAGIC_COOKIE
  return null
}
