/** Escapes what separates the fields of the code. */
const escaped = (value: string): string => value.replaceAll(/[\\;,:"]/g, String.raw`\$&`)

/** Returns the content of a QR code by which a phone joins a Wi-Fi. An empty passphrase is that of an open one. */
export const wifiCode = (name: string, passphrase: string): string =>
  passphrase === '' ? `WIFI:T:nopass;S:${escaped(name)};;` : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(passphrase)};;`
