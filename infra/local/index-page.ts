// The page at the bare host: who lives on this machine, and how to get in.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Login = { tenant: string; url: string; who: string; email: string }
export type Access = {
  url: string
  password: string
  logins: Login[]
  pages: { name: string; url: string }[]
  dataDir: string | null
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark;--line:light-dark(#e4e4e7,#3f3f46);--dim:light-dark(#52525b,#a1a1aa)}
body{font:15px/1.55 system-ui,sans-serif;max-width:52rem;margin:6vh auto;padding:0 1.25rem;background:light-dark(#fafafa,#18181b);color:light-dark(#18181b,#fafafa)}
h1{font-size:1.5rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:2rem 0 .5rem}p{color:var(--dim);margin:.25rem 0 1rem}
a{color:light-dark(#4338ca,#a5b4fc)}table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;font-size:.85rem;color:var(--dim)}code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
@media(max-width:640px){thead{position:absolute;clip-path:inset(50%)}tr{display:block;border-bottom:1px solid var(--line);padding:.5rem 0}td{display:block;border:0;padding:.1rem 0}}`

export function createIndexPage(access: () => Access) {
  return async (_req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { logins, pages, password, dataDir } = access()
    const rows = logins.map(
      (login) =>
        `<tr><td><a href="${escapeHtml(login.url)}">${escapeHtml(login.tenant)}</a></td><td>${escapeHtml(login.who)}</td><td><code>${escapeHtml(login.email)}</code></td></tr>`,
    )
    res.setHeader('content-type', 'text/html; charset=utf-8')
    res.setHeader(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    )
    res.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>This machine's tenants</title><style>${style}</style></head><body><main>
<h1>This machine's tenants</h1><p>Each address has a brand and people of its own. The password of every login is <code>${escapeHtml(password)}</code>.</p>
<table><thead><tr><th>Address</th><th>Who</th><th>E-mail</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Pages of this machine</h2><ul>${pages.map((page) => `<li><a href="${escapeHtml(page.url)}">${escapeHtml(page.name)}</a></li>`).join('')}</ul>
<p>Data lies in <code>${escapeHtml(dataDir ?? 'memory')}</code>.</p></main></body></html>`)
  }
}
