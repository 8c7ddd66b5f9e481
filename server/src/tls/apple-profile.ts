import { createHash } from 'node:crypto'
import { bodyOfPem } from './x509.ts'

const NAME = 'Noroshi'

/** Returns the configuration profile that installs an authority on iOS and iPadOS. It contains only the certificate. */
export function appleProfile(authorityCert: string): string {
  const body = bodyOfPem(authorityCert)
  const payload = (type: string, suffix: string, content: string) =>
    [
      '<dict>',
      `<key>PayloadType</key><string>${type}</string>`,
      '<key>PayloadVersion</key><integer>1</integer>',
      `<key>PayloadIdentifier</key><string>noroshi.${uuidFrom(body)}${suffix}</string>`,
      `<key>PayloadUUID</key><string>${uuidFrom(body + suffix)}</string>`,
      `<key>PayloadDisplayName</key><string>${NAME}</string>`,
      content,
      '</dict>',
    ].join('\n')
  const root = payload('com.apple.security.root', '.root', `<key>PayloadContent</key><data>${body}</data>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    payload('Configuration', '', `<key>PayloadContent</key><array>${root}</array>`),
    '</plist>',
    '',
  ].join('\n')
}

/** Returns the same UUID for the same text, so that a second installation replaces the first. */
const uuidFrom = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 32)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
