// Own domains on one machine: an edge that has certificates at once, and name servers whose records are set on a page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startEdge } from './doubles/edge.ts'
import { escapeXml } from './files/errors.ts'

export const dnsPath = '/_local/dns'

const TARGET = 'sites.localhost.example'
const ENDPOINT = 'edge.localhost.example'
const policy = "default-src 'none'; form-action 'self'; base-uri 'none'"
const host = /^(?=.{4,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/

export async function startDomains() {
  const edge = await startEdge({
    ...{ distributionId: 'local', connectionGroupId: 'local', routingEndpoint: ENDPOINT, isQuick: true },
  })
  edge.dns.set(TARGET, { type: 'CNAME', value: ENDPOINT })
  const set = new Set<string>()

  function page(): string {
    const rows = [...set].map(
      (name) =>
        `<li><code>${escapeXml(name)} CNAME ${TARGET}</code> <form method="post"><input type="hidden" name="remove" value="${escapeXml(name)}"><button>Remove</button></form></li>`,
    )
    return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>DNS</title><main><h1>DNS of this machine</h1>
<p>Stands for the name servers of agencies' own domains. A record that is set here is found within five minutes.</p>
<form method="post"><label>Domain <input name="add" required placeholder="leads.example.com"></label> <button>Set its CNAME record</button></form>
<ul>${rows.join('')}</ul></main></html>`
  }

  async function door(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method === 'POST') {
      let text = ''
      for await (const part of req) text += String(part).slice(0, 2000 - text.length)
      const form = new URLSearchParams(text)
      const [add, remove] = [form.get('add')?.trim().toLowerCase() ?? '', form.get('remove') ?? '']
      if (host.test(add)) {
        set.add(add)
        edge.dns.set(add, { type: 'CNAME', value: TARGET })
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
