// `npm start`: the whole platform on this machine.
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clockPath as CLOCK } from '#infra/local/clock-page.ts'
import type { Access } from '#infra/local/index-page.ts'
import { startPlatform } from '#infra/local/platform.ts'

import { PASSWORD, seed } from './seed.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dataDir = process.env.LEADLOOM_DATA ?? join(root, '.leadloom')

function describe(port: number): Omit<Access, 'dataDir' | 'url'> {
  const at = (name: string) => `http://${name}.localhost:${port}`
  return {
    password: PASSWORD,
    logins: [
      { tenant: 'Leadloom (root)', url: at('root'), who: 'Operator', email: 'olive.operator@example.com' },
      { tenant: 'Leadloom (root)', url: at('root'), who: 'Sales', email: 'sam.sales@example.com' },
      { tenant: 'Northlight', url: at('northlight'), who: 'Agency', email: 'ada.agency@example.com' },
      { tenant: 'Northlight', url: at('northlight'), who: 'Client (Site ID)', email: 'cleo.client@example.com' },
      { tenant: 'Northlight', url: at('northlight'), who: 'Client (Search ID)', email: 'lola.locator@example.com' },
      { tenant: 'Copper & Co', url: at('copper'), who: 'Agency', email: 'abe.agency@example.com' },
      { tenant: 'Copper & Co', url: at('copper'), who: 'Client (Site ID)', email: 'carl.client@example.com' },
    ],
    pages: [
      { name: 'Sent mails', url: `http://localhost:${port}/_local/mails` },
      { name: "DNS of agencies' own domains", url: `http://localhost:${port}/_local/dns` },
      { name: "A shop that carries a campaign's pixel", url: `http://localhost:${port}/_local/demo` },
      { name: 'Payments at the payment provider', url: `http://localhost:${port}/_local/stripe/payments` },
      { name: 'The clock, which can be moved ahead', url: `http://localhost:${port}${CLOCK}` },
      { name: 'Received webhooks', url: `http://localhost:${port}/_local/webhooks` },
      { name: 'Outside tools', url: `http://localhost:${port}/_local/tools` },
      { name: 'Gallery of interface parts', url: `http://localhost:${port}/_local/gallery` },
      { name: 'API document', url: `${at('root')}/api/openapi.json` },
    ],
  }
}

function print(access: Access): void {
  const rows = access.logins.map((login) => [login.url, login.who, login.email])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: string[]) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`
  console.log(
    [
      '',
      `  Start here: ${access.url}`,
      '',
      ...rows.map(line),
      '',
      `  Password of every login: ${access.password}`,
      ...access.pages.map((page) => `  ${page.name}: ${page.url}`),
      '',
      `  Data: ${access.dataDir ?? 'memory'}   Stop: Ctrl-C   Begin anew: npm start -- --fresh`,
      '',
    ].join('\n'),
  )
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

const port = Number(process.env.PORT ?? 8787)
if (!Number.isInteger(port) || port < 0 || port > 65_535)
  fail(new Error(`PORT must be a number from 0 to 65535, not "${process.env.PORT}".`))
const [, , ...given] = process.argv
const at = given.indexOf('--leads')
const [count] = at < 0 ? [] : given.splice(at, 2).slice(1)
const leads = at < 0 ? 0 : Number(count)
if (!Number.isInteger(leads) || leads < 0 || leads > 1_000_000)
  fail(new Error(`--leads takes a number up to 1,000,000, not "${count ?? ''}".`))
const unknown = given.find((argument) => argument !== '--fresh')
if (unknown !== undefined)
  fail(
    new Error(
      `npm start does not know "${unknown}". It takes --fresh, which begins anew, and --leads with a number, which a demonstration that is made anew has besides.`,
    ),
  )
// A person reads this terminal; the functions' own lines are for a log store.
process.env.POWERTOOLS_LOG_LEVEL ??= process.env.LOG_LEVEL ?? 'WARN'

// Signals are taken from the first moment on, so that one in the middle of the start leaves nothing behind either.
const ending = new AbortController()
let endedBy: NodeJS.Signals | undefined
let stop: (() => Promise<void>) | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (endedBy) return
    endedBy = signal
    ending.abort()
    stop?.().then(() => process.exit(0), fail)
  })
}

const platform = await startPlatform({
  root,
  dataDir,
  fresh: process.argv.includes('--fresh'),
  port,
  host: process.env.HOST,
  env: process.env,
  seed: (services, domain) => seed(services, domain, { leads }),
  describe,
  signal: ending.signal,
}).catch((error) => (endedBy ? process.exit(128 + constants.signals[endedBy]) : fail(error)))
stop = platform.stop
// What came after the last look during the start.
if (endedBy) stop().then(() => process.exit(0), fail)
else print(platform.access)
