import { lookup } from 'node:dns/promises'
import { request } from 'node:http'

// Runs in the network namespace of a phone: resolves names and sends requests, and prints the results as JSON.
// node phone-requests.ts NAME_OR_URL...

/** Milliseconds after which a request counts as hanging. */
const HANGS_AFTER = 5000

const results = []
for (const target of process.argv.slice(2)) {
  const startedAt = performance.now()
  const result = target.includes('/') ? await send(`http://${target}`) : await resolve(target)
  results.push({ target, ...result, ms: Math.round(performance.now() - startedAt) })
}
process.stdout.write(JSON.stringify(results), () => process.exit())

async function resolve(name: string): Promise<{ address: string } | { error: string }> {
  return lookup(name, 4).catch(describe)
}

function send(url: string): Promise<object> {
  return new Promise((resolveReply) => {
    const sent = request(url, { agent: false, signal: AbortSignal.timeout(HANGS_AFTER) }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolveReply({ status: response.statusCode, body }))
    })
    sent.on('error', (error: Error) => resolveReply(describe(error)))
    sent.end()
  })
}

function describe(error: Error): { error: string } {
  return { error: 'code' in error ? String(error.code) : error.name }
}
