// Doubles of all outside tools behind one server: `<url>/<slug>` is where a tool lies.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { ToolSlug } from '#shared/integrations/slugs.ts'
import { createClickfunnels } from './clickfunnels.ts'
import type { ToolDouble } from './double.ts'
import { createGohighlevel } from './gohighlevel.ts'
import { createGohighlevelv2, gohighlevelApp } from './gohighlevelv2.ts'
import { createGoogleSheets, googleApp } from './google-sheets.ts'
import { createKartra, kartraAppId } from './kartra.ts'
import { createMailboxpower } from './mailboxpower.ts'
import { createSendgrid } from './sendgrid.ts'

/** A further tool is a line here. */
const open = (now: () => number) => ({
  gohighlevel: createGohighlevel({ now }),
  gohighlevelv2: createGohighlevelv2({ now }),
  google_sheets: createGoogleSheets({ now }),
  sendgrid: createSendgrid({ now }),
  kartra: createKartra({ now }),
  clickfunnels: createClickfunnels({ now }),
  mailboxpower: createMailboxpower({ now }),
})

export type ToolDoubles = ReturnType<typeof open> & {
  /** What the functions find in their environment. */
  environment: Record<
    | 'TOOL_URLS'
    | 'KARTRA_APP_ID'
    | 'GOOGLE_CLIENT_ID'
    | 'GOOGLE_CLIENT_SECRET'
    | 'GOHIGHLEVEL_CLIENT_ID'
    | 'GOHIGHLEVEL_CLIENT_SECRET',
    string
  >
  all(): ToolDouble[]
  stop(): Promise<void>
}

/** `dir` keeps what they know over a restart; null, or none, forgets it. */
export async function startToolDoubles({
  now = Date.now,
  dir = null,
}: {
  now?: () => number
  dir?: string | null
} = {}): Promise<ToolDoubles> {
  const doubles = open(now)
  const memories = Object.values(doubles).map((double) => double.rememberIn(dir && join(dir, double.slug)))
  const bySlug = new Map<string, ToolDouble>(Object.values(doubles).map((double) => [double.slug, double]))

  function take(req: IncomingMessage, res: ServerResponse): void {
    const [, slug = '', rest = ''] = /^\/([a-z0-9_]+)(.*)$/.exec(req.url ?? '') ?? []
    const double = bySlug.get(slug)
    if (!double) return void res.writeHead(404).end()
    req.url = rest || '/'
    double.take(req, res)
  }

  const server = createServer(take)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const slugs: ToolSlug[] = [...bySlug.values()].map(({ slug }) => slug)
  return {
    ...doubles,
    environment: {
      TOOL_URLS: JSON.stringify(Object.fromEntries(slugs.map((slug) => [slug, `${url}/${slug}`]))),
      KARTRA_APP_ID: kartraAppId,
      GOOGLE_CLIENT_ID: googleApp.clientId,
      GOOGLE_CLIENT_SECRET: googleApp.clientSecret,
      GOHIGHLEVEL_CLIENT_ID: gohighlevelApp.clientId,
      GOHIGHLEVEL_CLIENT_SECRET: gohighlevelApp.clientSecret,
    },
    all: () => [...bySlug.values()],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        // Those that wait for an answer that never comes.
        server.closeAllConnections()
        for (const memory of memories) memory.close()
      }),
  }
}
