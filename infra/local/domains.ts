// Own domains on one machine: an edge that has certificates at once, and name servers whose records are set on a page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startEdge } from './doubles/edge.ts'
import { escapeXml } from './files/errors.ts'

export const dnsPath = '/_local/dns'

const TARGET = 'sites.localhost.example'
const ENDPOINT = 'edge.localhost.example'
const policy = "default-src 'none'; form-action 'self'; base-uri 'none'"
const host = /^(?=.{4,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+$/

export async function startDomains() {
  const edge = await startEdge({
    distributionId: 'local',
    connectionGroupId: 'local',
    routingEndpoint: ENDPOINT,
    isQuick: true,
  })
  edge.dns.set(TARGET, { type: 'CNAME', value: ENDPOINT })
  /** What each name's record says. */
  const set = new Map<string, { type: 'CNAME' | 'TXT'; value: string }>()

  function page(): string {
    const rows = [...set].map(
      ([name, { type, value }]) =>
        `<li><code>${escapeXml(`${name} ${type} ${value}`)}</code> <form method="post"><input type="hidden" name="remove" value="${escapeXml(name)}"><button>Remove</button></form></li>`,
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>DNS</title><main><h1>DNS of this machine</h1>
<p>Stands for the name servers of agencies' own domains. A record that is set here is found within ten minutes.</p>
<form method="post"><label>Domain <input name="add" required placeholder="leads.example.com"></label> <button>Set its CNAME record</button></form>
<form method="post"><label>Name <input name="add" required placeholder="_domain-verification.leads.example.com"></label>
<label>Text <input name="text" required maxlength="200" placeholder="domain-verification=…"></label> <button>Set a TXT record</button></form>
<ul>${rows.join('')}</ul></main></html>`
  }

  async function door(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method === 'POST') {
      let body = ''
      for await (const part of req) body += String(part).slice(0, 2000 - body.length)
      const form = new URLSearchParams(body)
      const [add, remove] = [form.get('add')?.trim().toLowerCase() ?? '', form.get('remove') ?? '']
      const text =
        form
          .get('text')
          ?.trim()
          .replace(/[^\x20-\x7e]/g, '')
          .slice(0, 200) ?? ''
      if (host.test(add)) {
        const record = text ? ({ type: 'TXT', value: text } as const) : ({ type: 'CNAME', value: TARGET } as const)
        set.set(add, record)
        edge.dns.set(add, record)
      }
      if (set.delete(remove)) edge.dns.remove(remove)
      res.writeHead(303, { location: dnsPath }).end()
      return
    }
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).end(page())
  }

  return {
    door,
    stop: edge.stop,
    /** What the functions find of it; `port` is the platform's own. */
    environment: (port: number) => ({
      AWS_ENDPOINT_URL_CLOUDFRONT: edge.url,
      EDGE_DISTRIBUTION_ID: 'local',
      EDGE_CONNECTION_GROUP_ID: 'local',
      EDGE_ROUTING_ENDPOINT: ENDPOINT,
      CUSTOM_DOMAIN_TARGET: TARGET,
      DNS_SERVERS: edge.dns.server,
      PROBE_ORIGIN: `http://127.0.0.1:${port}`,
    }),
  }
}
