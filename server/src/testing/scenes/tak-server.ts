import { type AddressInfo, createServer as createPlainServer, isIP, type Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { takServerRoutes, type TakServerForm } from '@noroshi/contract/exchange/tak.http'
import { vi } from 'vitest'
import type { z } from 'zod'
import type { KeyPair } from '#/tls/key-files.ts'
import { CotFrames } from '#/features/exchange/cot-frames.ts'
import { readXml, type XmlElement } from '#/ports/xml/read-xml.ts'
import {
  BasicConstraintsExtension,
  DAY_MS,
  generateKeys,
  importPrivateKey,
  KEY_ALGORITHM,
  newSerialNumber,
  privateKeyPem,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '#/tls/x509.ts'
import type { TestServer, TestUser } from '../test-server.ts'

const validity = () => ({ notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + DAY_MS) })

/** Creates a certificate authority of a test. */
export async function createAuthority(name: string): Promise<KeyPair> {
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerialNumber(),
    name: [{ CN: [name] }],
    ...validity(),
    keys,
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { key: await privateKeyPem(keys.privateKey), cert: certificate.toString('pem') }
}

/** Issues a certificate of an authority. @param host the name in lower case, or the address, that it certifies */
export async function issueCertificate(authority: KeyPair, host: string): Promise<KeyPair> {
  const keys = await generateKeys()
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerialNumber(),
    subject: [{ CN: [host] }],
    issuer: new X509Certificate(authority.cert).subjectName,
    ...validity(),
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.key),
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [new SubjectAlternativeNameExtension([{ type: isIP(host) === 0 ? 'dns' : 'ip', value: host }])],
  })
  return { key: await privateKeyPem(keys.privateKey), cert: certificate.toString('pem') }
}

/** The name in the certificate of a TAK server of a test. */
export const TAK_NAME = 'takserver'

/** Certificates of a TAK server of a test and of its client. */
export async function takFiles() {
  const authority = await createAuthority('TAK')
  const [server, client] = await Promise.all([issueCertificate(authority, TAK_NAME), issueCertificate(authority, 'noroshi')])
  return { authority, server, client }
}
export type TakFiles = Awaited<ReturnType<typeof takFiles>>

/** A TAK server on the loopback address that requires a client certificate of its authority. */
export async function startTakServer({ authority, server: own }: TakFiles, port = 0) {
  const sockets: TLSSocket[] = []
  const events: XmlElement[] = []
  const server = createServer(
    { cert: own.cert, key: own.key, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (socket) => {
      sockets.push(socket)
      const frames = new CotFrames()
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.splice(sockets.indexOf(socket), 1))
      socket.on('data', (bytes: Buffer) => events.push(...frames.add(bytes).map(readXml)))
    },
  )
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    sockets,
    /** The events that it received, without pings. */
    received: () => events.filter(({ attributes }) => attributes.get('type') !== 't-x-c-t'),
    /** From now on, certificates of this authority are the only ones of clients. */
    trust: (cert: string) => server.setSecureContext({ cert: own.cert, key: own.key, ca: cert }),
    /** Sends bytes to each client. */
    send: (data: string | Uint8Array) => sockets.map((socket) => socket.write(data)),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A server on the loopback address that accepts connections and never says anything. */
export async function startSilentServer() {
  const sockets: Socket[] = []
  const server = createPlainServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    sockets,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export type TakForm = z.input<typeof TakServerForm>

/** Returns the form of the connection to a TAK server of a test, with all that may leave. */
export const takForm = ({ authority, client }: TakFiles, port: number): TakForm => ({
  recipient: 'Wakaba rescue team',
  host: '127.0.0.1',
  port,
  certificateName: TAK_NAME,
  isTest: false,
  includesNames: true,
  includesTexts: true,
  includesPeople: true,
  includesDrills: true,
  identity: { format: 'pem', certificate: client.cert, key: client.key },
  authority: authority.cert,
})

export const saveTak = (admin: TestUser, form: TakForm) => admin.fetch(takServerRoutes.save, { body: form })
export const readTak = async (admin: TestUser) => (await admin.fetch(takServerRoutes.read)).server

/** Runs the job of the connection, which otherwise runs every few seconds. */
export const follow = async ({ jobs, deps }: TestServer) => {
  await deps.journal.flush()
  await jobs.find(({ name }) => name === 'exchange.tak')?.run()
}

/** Waits until the connection is stored as made. */
export const whenConnected = (admin: TestUser) =>
  vi.waitFor(async () => {
    const server = await readTak(admin)
    if (server?.connectedAt === null) throw new Error(`not connected: ${server.problem}`)
  }, 15_000)

/** Returns an attribute of an element; '' without it. */
export const attribute = (event: XmlElement | undefined, name: string) => event?.attributes.get(name) ?? ''
/** Returns the name of an object. */
export const callsign = (event: XmlElement | undefined) => attribute(event?.find('detail', 'contact'), 'callsign')
/** Whether an event says that its object has ended. */
export const hasEnded = (event: XmlElement | undefined) => attribute(event, 'stale') === attribute(event, 'time')
/** Returns the last event about each object of these names. */
export const lastOf = (events: readonly XmlElement[], part: string) =>
  [...new Map(events.map((event) => [attribute(event, 'uid'), event])).values()].filter((event) =>
    attribute(event, 'uid').includes(part),
  )

/** Returns an event of a TAK server about a point that a person has set. @param minutes until it is stale */
export const markerEvent = (uid: string, { minutes = 10, lat = 38.2, name = uid } = {}) => {
  const [time, stale] = [new Date(), new Date(Date.now() + minutes * 60_000)].map((at) => at.toISOString())
  return `<event version="2.0" uid="${uid}" type="b-m-p-s-m" how="h-g-i-g-o" time="${time}" start="${time}" stale="${stale}"><point lat="${lat}" lon="140.8" hae="0" ce="1" le="1"/><detail><contact callsign="${name}"/></detail></event>\n`
}
