import { z } from 'zod'

/** A link to a page of this server, for another device. */
export const ownLink = {
  /** A path of this server, prefixed with `PUBLIC_URL` if that is set. */
  link: z.string(),
  /**
   * IPv4 addresses and names of this server that other devices can open, the best first; empty if `PUBLIC_URL` is set.
   * The page takes one if its own address is loopback.
   */
  hosts: z.array(z.string()),
  /** The port of HTTP, if devices must first trust the authority of this server's HTTPS; otherwise null. */
  httpPort: z.int().nullable(),
}
