// Own domains on one machine: an edge that has certificates at once, and name servers whose records are set on a page.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DnsRecord } from './doubles/dns.ts'
import { startEdge } from './doubles/edge.ts'
import { escapeXml } from './files/errors.ts'

export const dnsPath = '/_local/dns'

const TARGET = 'sites.localhost.example'
const ENDPOINT = 'edge.localhost.example'
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const host = /^(?=.{4,253}$)[a-z0-9_-]+(\.[a-z0-9_-]+)+$/
const address = /^(\d{1,3}\.){3}\d{1,3}$/

const isWay = (type: DnsRecord['type']) => type === 'CNAME' || type === 'A'

/** What may be set, as the page names it. `isRight` says whether a value can stand in such a record. */
const kinds = {
  here: { label: 'CNAME to this platform', isRight: () => true },
  CNAME: { label: 'CNAME to another name', isRight: (value: string) => host.test(value) },
  A: { label: 'A (an address)', isRight: (value: string) => address.test(value) },
  TXT: { label: 'TXT (a text)', isRight: (value: string) => value !== '' },
  CAA: { label: 'CAA (who may issue certificates)', isRight: (value: string) => value !== '' },
  broken: { label: 'Its name servers do not answer', isRight: () => true },
} as const
type Kind = keyof typeof kinds
const isKind = (text: string): text is Kind => text in kinds

/** What the page of an own domain says of each, and how it is brought about here. */
const trials = [
  ['No record yet', 'set nothing, or remove what is set'],
  ['Points somewhere else', 'CNAME to another name, such as shops.example.net'],
  ['Has an address record', 'A, such as 192.0.2.7'],
  ['Hidden by a proxy', 'A, such as 104.16.0.1, which belongs to one'],
  [
    'Certificate forbidden',
    'CNAME to this platform, and CAA of the name above it for another issuer, such as letsencrypt.org',
  ],
  ['Leads back to itself', 'CNAME to its own name'],
  ['Name servers fail', 'the last kind'],
] as const

const style = `:root{color-scheme:light dark;--line:light-dark(#e4e4e7,#3f3f46);--dim:light-dark(#52525b,#a1a1aa)}
body{font:15px/1.55 system-ui,sans-serif;max-width:46rem;margin:6vh auto;padding:0 1.25rem;background:light-dark(#fafafa,#18181b);color:light-dark(#18181b,#fafafa)}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}p{color:var(--dim);margin:.25rem 0 1rem}a{color:light-dark(#4338ca,#a5b4fc)}
.set{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.75rem;align-items:end}label{display:grid;gap:.25rem;font-size:.85rem;color:var(--dim)}
input,select,button{font:inherit;font-size:.95rem;padding:.45rem .6rem;min-width:0;height:2.5rem;box-sizing:border-box}button{cursor:pointer}
ul{list-style:none;margin:0;padding:0}li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;padding:.5rem 0;border-bottom:1px solid var(--line)}
code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}li div{min-width:0;flex:1 1 12rem}dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;gap:.35rem 1rem}dt{font-weight:600}dd{margin:0;color:var(--dim)}
@media(max-width:480px){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`

export async function startDomains() {
  const edge = await startEdge({
    distributionId: 'local',
    connectionGroupId: 'local',
    routingEndpoint: ENDPOINT,
    isQuick: true,
  })
  edge.dns.set(TARGET, { type: 'CNAME', value: ENDPOINT })
  /** What was set for each name: its records, or that it does not answer. */
  const set = new Map<string, { records: DnsRecord[]; isBroken: boolean }>()

  function put(name: string, kind: Kind, value: string): void {
    const found = set.get(name) ?? { records: [], isBroken: false }
    if (kind === 'broken') {
      edge.dns.breakName(name)
      set.set(name, { ...found, isBroken: true })
      return
    }
    const type = kind === 'here' ? 'CNAME' : kind
    const record: DnsRecord = { type, value: kind === 'here' ? TARGET : value }
    // A name has one record of a kind here, and an address instead of a CNAME or the other way round, as name servers have it.
    const others = found.records.filter((other) => other.type !== type && !(isWay(other.type) && isWay(type)))
    const records = [...others, record]
    edge.dns.set(name, ...records)
    edge.dns.mendName(name)
    set.set(name, { records, isBroken: false })
  }

  function remove(name: string): void {
    if (!set.delete(name)) return
    edge.dns.remove(name)
    edge.dns.mendName(name)
  }

  function page(): string {
    const rows = [...set].map(([name, { records, isBroken }]) => {
      const lines = [
        ...records.map(({ type, value }) => `${name} ${type} ${value}`),
        ...(isBroken ? [`${name} does not answer`] : []),
      ]
      const code = lines.map((line) => `<code>${escapeXml(line)}</code>`).join('<br>')
      return `<li><div>${code}</div><form method="post"><input type="hidden" name="remove" value="${escapeXml(name)}"><button aria-label="Remove ${escapeXml(name)}">Remove</button></form></li>`
    })
    const options = Object.entries(kinds).map(([kind, { label }]) => `<option value="${kind}">${label}</option>`)
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>DNS</title><style>${style}</style></head><body><main>
<h1>DNS of this machine</h1>
<p>Stands for the name servers of agencies' own domains. What is set here is found within ten minutes, which the <a href="/_local/clock">clock</a> can skip.</p>
<form method="post" class="set"><label>Name <input name="add" required maxlength="253" placeholder="leads.example.com"></label>
<label>Record <select name="kind">${options.join('')}</select></label>
<label>Value <input name="value" maxlength="200" placeholder="If the kind has one"></label><button>Set it</button></form>
<h2>What is set</h2>${rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>Nothing yet.</p>'}
<h2>To see what an own domain says when something is wrong</h2><dl>${trials.map(([said, how]) => `<dt>${said}</dt><dd>${how}</dd>`).join('')}</dl></main></body></html>`
  }

  async function door(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method === 'POST') {
      let body = ''
      for await (const part of req) body += String(part).slice(0, 2000 - body.length)
      const form = new URLSearchParams(body)
      const textOf = (field: string) => form.get(field)?.trim() ?? ''
      const [name, kind] = [textOf('add').toLowerCase(), textOf('kind') || 'here']
      const value = textOf('value')
        .replace(/[^\x20-\x7e]/g, '')
        .slice(0, 200)
      if (host.test(name) && isKind(kind) && kinds[kind].isRight(value)) put(name, kind, value)
      remove(textOf('remove'))
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
