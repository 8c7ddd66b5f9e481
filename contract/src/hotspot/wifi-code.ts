/** Returns the content of a QR code with which a phone joins a Wi-Fi. */
export const wifiCode = (name: string, passphrase: string): string =>
  `WIFI:T:WPA;S:${escapedForCode(name)};P:${escapedForCode(passphrase)};;`

const escapedForCode = (value: string): string => value.replaceAll(/[\\;,:"]/g, String.raw`\$&`)
