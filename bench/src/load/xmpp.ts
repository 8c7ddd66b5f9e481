import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export const DOMAIN = 'localhost'
const STREAM = `<?xml version='1.0'?><stream:stream to='${DOMAIN}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`
/** Max milliseconds until a reply. */
const TIMEOUT = 30_000

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An XMPP client that sends one message after the other and waits for each acknowledgement of the server (XEP-0198). */
export class XmppWriter {
  readonly #socket: Socket
  #received = ''
  #onData: () => void = () => undefined
  #sent = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8').setNoDelay(true)
    socket.on('data', (data: string) => {
      this.#received += data
      this.#onData()
    })
  }

  static async signIn(port: number, name: string, password: string): Promise<XmppWriter> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const writer = new XmppWriter(socket)
    await writer.#request(STREAM, /<\/stream:features>/)
    const plain = Buffer.from(`\0${name}\0${password}`).toString('base64')
    await writer.#request(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`, /<success[^>]*>/)
    await writer.#request(STREAM, /<\/stream:features>/)
    await writer.#request(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, /<jid>[^<]*<\/jid>/)
    await writer.#request(`<enable xmlns='urn:xmpp:sm:3'/>`, /<enabled [^>]*>/)
    return writer
  }

  /** Sends a message and waits for its acknowledgement; the archives of both users contain it by then. */
  async send(recipient: string, text: string): Promise<void> {
    this.#sent += 1
    const message = `<message type='chat' to='${recipient}@${DOMAIN}' id='m${this.#sent}'><body>${escapeXml(text)}</body></message>`
    const [acknowledgement] = await this.#request(`${message}<r xmlns='urn:xmpp:sm:3'/>`, /<a [^>]*>/)
    if (!acknowledgement.includes(`h='${this.#sent}'`))
      throw new Error(`${this.#sent} messages, acknowledged: ${acknowledgement}`)
  }

  /** Returns the number of messages in this user's archive (XEP-0313). */
  async countArchived(): Promise<number> {
    const page = `<set xmlns='http://jabber.org/protocol/rsm'><max>0</max></set>`
    const query = `<iq type='set' id='count'><query xmlns='urn:xmpp:mam:2'>${page}</query></iq>`
    this.#sent += 1 // the server counts this stanza too
    const [, count] = await this.#request(query, /<count>(\d+)<\/count>/)
    return Number(count)
  }

  end(): void {
    this.#socket.destroy()
  }

  async #request(stanza: string, reply: RegExp): Promise<RegExpExecArray> {
    this.#socket.write(stanza)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${reply} in: ${this.#received}`)), TIMEOUT)
      this.#onData = () => {
        const found = reply.exec(this.#received)
        if (!found) return
        clearTimeout(timer)
        this.#received = this.#received.slice(found.index + found[0].length)
        resolve(found)
      }
      this.#onData()
    })
  }
}
