// `npm run bench`: one table of figures, each beside its goal and its floor or peer, from one run on one machine.
// `npm run bench -- B4` measures the group that B4 belongs to; `npm run bench -- A5 --seed=7` gives it what it takes.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Bench } from './platform.ts'
import type { Figure } from './ratio.ts'

// What measures is loaded by the process that does: to be told that there is no such figure, nobody waits for all of them.
const onEngines = (work: (bench: Bench) => Promise<Figure[]>) => async () => {
  const { openBench } = await import('./platform.ts')
  const bench = await openBench()
  try {
    return await work(bench)
  } finally {
    await bench.close()
  }
}

const groups: { ids: string[]; run: () => Promise<Figure[]> }[] = [
  { ids: ['A5'], run: async () => (await import('./simulator.ts')).benchSimulator() },
  { ids: ['A6'], run: async () => (await import('./crashes.ts')).benchCrashes() },
  { ids: ['A19', 'A20'], run: onEngines(async (bench) => (await import('./doors.ts')).benchDeps(bench)) },
  { ids: ['A22'], run: onEngines(async (bench) => (await import('./doors.ts')).benchTiming(bench)) },
  { ids: ['B1', 'B2', 'B18'], run: onEngines(async (bench) => (await import('./lists.ts')).benchLists(bench)) },
  { ids: ['C1', 'C2'], run: onEngines(async (bench) => (await import('./campaigns.ts')).benchCampaigns(bench)) },
  { ids: ['A11'], run: onEngines(async (bench) => (await import('./ingest.ts')).benchIngest(bench)) },
  { ids: ['B5'], run: onEngines(async (bench) => (await import('./leads.ts')).benchLeads(bench)) },
  { ids: ['B12', 'B13'], run: onEngines(async (bench) => (await import('./reports.ts')).benchReports(bench)) },
  { ids: ['B16', 'B17'], run: onEngines(async (bench) => (await import('./polls.ts')).benchPolls(bench)) },
  { ids: ['B23'], run: onEngines(async (bench) => (await import('./wide.ts')).benchWide(bench)) },
  { ids: ['B14'], run: onEngines(async (bench) => (await import('./exports.ts')).benchExports(bench)) },
  { ids: ['B3', 'B4'], run: onEngines(async (bench) => (await import('./exclusions.ts')).benchExclusions(bench)) },
  {
    ids: ['B6', 'B19'],
    run: onEngines(async (bench) => {
      const { benchCharge } = await import('./charge.ts')
      const { taxOfLeads } = await import('./tax.ts')
      const { benchThroughput } = await import('./throughput.ts')
      return [...(await benchCharge(bench)), await taxOfLeads(bench), ...(await benchThroughput(bench))]
    }),
  },
  { ids: ['B21'], run: onEngines(async (bench) => (await import('./imports.ts')).benchImports(bench)) },
  { ids: ['A7'], run: onEngines(async (bench) => (await import('./wallet.ts')).benchWallet(bench)) },
  { ids: ['A12', 'B15'], run: onEngines(async (bench) => (await import('./invoices.ts')).benchInvoices(bench)) },
  { ids: ['B22'], run: onEngines(async (bench) => (await import('./bills.ts')).benchBills(bench)) },
  { ids: ['A38'], run: onEngines(async (bench) => (await import('./neighbours.ts')).benchNeighbours(bench)) },
  { ids: ['A40'], run: async () => (await import('./soak.ts')).benchSoak() },
  { ids: ['B8'], run: onEngines(async (bench) => (await import('./call.ts')).benchCall(bench)) },
  { ids: ['B9'], run: async () => (await import('./bundles.ts')).benchBundles() },
  {
    ids: ['B10'],
    run: async () => {
      const { onPages } = await import('./pages.ts')
      const { benchLoginPage } = await import('./login-page.ts')
      const { benchVitals } = await import('./vitals.ts')
      return onPages(benchLoginPage, benchVitals)()
    },
  },
  { ids: ['B11'], run: async () => (await import('./routes.ts')).benchRoutes() },
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
