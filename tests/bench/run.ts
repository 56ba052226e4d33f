// `npm run bench`: one table of figures, each beside its goal and its floor or peer, from one run on one machine.
// `npm run bench -- B4` measures the group that B4 belongs to; `npm run bench -- A5 --seed=7` gives it what it takes.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { benchBills } from './bills.ts'
import { benchBundles } from './bundles.ts'
import { benchCall } from './call.ts'
import { benchCampaigns } from './campaigns.ts'
import { benchCharge } from './charge.ts'
import { benchCrashes } from './crashes.ts'
import { benchDeps, benchTiming } from './doors.ts'
import { benchExclusions } from './exclusions.ts'
import { benchExports } from './exports.ts'
import { benchImports } from './imports.ts'
import { benchIngest } from './ingest.ts'
import { benchInvoices } from './invoices.ts'
import { benchLeads } from './leads.ts'
import { benchLists } from './lists.ts'
import { benchLoginPage } from './login-page.ts'
import { onPages } from './pages.ts'
import { type Bench, openBench } from './platform.ts'
import type { Figure } from './ratio.ts'
import { benchReports } from './reports.ts'
import { benchRoutes } from './routes.ts'
import { benchSimulator } from './simulator.ts'
import { benchThroughput } from './throughput.ts'
import { benchVitals } from './vitals.ts'
import { benchWallet } from './wallet.ts'

const onEngines = (work: (bench: Bench) => Promise<Figure[]>) => async () => {
  const bench = await openBench()
  try {
    return await work(bench)
  } finally {
    await bench.close()
  }
}

const groups: { ids: string[]; run: () => Promise<Figure[]> }[] = [
  { ids: ['A5'], run: benchSimulator },
  { ids: ['A6'], run: benchCrashes },
  { ids: ['A19', 'A20'], run: onEngines(benchDeps) },
  { ids: ['A22'], run: onEngines(benchTiming) },
  { ids: ['B1', 'B2', 'B18'], run: onEngines(benchLists) },
  { ids: ['C1', 'C2'], run: onEngines(benchCampaigns) },
  { ids: ['A11'], run: onEngines(benchIngest) },
  { ids: ['B5'], run: onEngines(benchLeads) },
  { ids: ['B12', 'B13'], run: onEngines(benchReports) },
  { ids: ['B14'], run: onEngines(benchExports) },
  { ids: ['B3', 'B4'], run: onEngines(benchExclusions) },
  {
    ids: ['B6', 'B19'],
    run: onEngines(async (bench) => [...(await benchCharge(bench)), ...(await benchThroughput(bench))]),
  },
  { ids: ['B21'], run: onEngines(benchImports) },
  { ids: ['A7'], run: onEngines(benchWallet) },
  { ids: ['A12', 'B15'], run: onEngines(benchInvoices) },
  { ids: ['B22'], run: onEngines(benchBills) },
  { ids: ['B8'], run: onEngines(benchCall) },
  { ids: ['B9'], run: benchBundles },
  { ids: ['B10'], run: onPages(benchLoginPage, benchVitals) },
  { ids: ['B11'], run: benchRoutes },
]

const mark = (met: boolean | undefined) => (met === undefined ? ' ' : met ? 'yes' : 'NO')
const toLine = (row: Figure) =>
  `| ${row.id} | ${row.what} | ${row.figure} | ${row.goal} | ${row.peer} | ${mark(row.met)} |`
const head = '| Id | What | Figure | Goal | Floor or peer | Met |\n|---|---|---|---|---|---|'

/** Set for a process that measures one group: its rows go to the table of the process that started it. */
const ONE_GROUP = 'LEADLOOM_BENCH_GROUP'

/** Each group in a process of its own: what one opened or warmed says nothing about the next. Its log is nobody's table. */
function measure(id: string, options: readonly string[] = []): string {
  const env = { ...process.env, [ONE_GROUP]: id, LOG_LEVEL: 'SILENT', POWERTOOLS_LOG_LEVEL: 'SILENT' }
  return execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...options], {
    encoding: 'utf8',
    env,
    // How far a long one is can be seen meanwhile.
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const ids = groups.flatMap((group) => group.ids)
const group = groups.find((each) => each.ids.includes(process.env[ONE_GROUP] ?? ''))
if (group) {
  for (const row of await group.run()) console.log(toLine(row))
  process.exit(0)
}
const [wanted, ...more] = process.argv.slice(2)
const areOptions = wanted !== undefined && more.every((text) => /^--\w+=\w+$/.test(text))
if ((more.length > 0 && !areOptions) || (wanted !== undefined && !ids.includes(wanted))) {
  console.error(`No figure is called "${[wanted, ...more].join(' ')}". There are: ${ids.join(', ')}.`)
  process.exit(1)
}
console.log(head)
for (const id of wanted ? [wanted] : groups.map((each) => each.ids[0] ?? '')) console.log(measure(id, more).trimEnd())
process.exit(0)
