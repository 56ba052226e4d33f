// `npm run bench`: one table of figures, each beside its goal and its floor or peer, from one run on one machine.
// `npm run bench -- B4` runs the group that B4 belongs to.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { benchBundles } from './bundles.ts'
import { benchCall } from './call.ts'
import { benchCharge } from './charge.ts'
import { benchCrashes } from './crashes.ts'
import { benchDoors, benchTiming } from './doors.ts'
import { benchExclusions } from './exclusions.ts'
import { benchInvoices } from './invoices.ts'
import { benchLists } from './lists.ts'
import { benchLoginPage } from './login-page.ts'
import { type Bench, openBench } from './platform.ts'
import type { Figure } from './ratio.ts'
import { benchSimulator } from './simulator.ts'
import { benchThroughput } from './throughput.ts'
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
  { ids: ['A19', 'A20'], run: onEngines(benchDoors) },
  { ids: ['A22'], run: onEngines(benchTiming) },
  { ids: ['B1', 'B2', 'B18'], run: onEngines(benchLists) },
  { ids: ['B3', 'B4'], run: onEngines(benchExclusions) },
  {
    ids: ['B6', 'B19'],
    run: onEngines(async (bench) => [...(await benchCharge(bench)), ...(await benchThroughput(bench))]),
  },
  { ids: ['A7'], run: onEngines(benchWallet) },
  { ids: ['A12', 'B15'], run: onEngines(benchInvoices) },
  { ids: ['B8'], run: onEngines(benchCall) },
  { ids: ['B9'], run: benchBundles },
  { ids: ['B10'], run: benchLoginPage },
]

const mark = (met: boolean | undefined) => (met === undefined ? ' ' : met ? 'yes' : 'NO')
const toLine = (row: Figure) =>
  `| ${row.id} | ${row.what} | ${row.figure} | ${row.goal} | ${row.peer} | ${mark(row.met)} |`
const head = '| Id | What | Figure | Goal | Floor or peer | Met |\n|---|---|---|---|---|---|'

const wanted = process.argv[2]
if (wanted) {
  const group = groups.find(({ ids }) => ids.includes(wanted))
  if (!group)
    throw new Error(`No figure is called ${wanted}. There are: ${groups.flatMap(({ ids }) => ids).join(', ')}.`)
  for (const row of await group.run()) console.log(toLine(row))
} else {
  console.log(head)
  // Each group in a process of its own: what one opened or warmed says nothing about the next.
  for (const { ids } of groups) {
    const env = { ...process.env, LOG_LEVEL: 'SILENT', POWERTOOLS_LOG_LEVEL: 'SILENT' }
    const said = execFileSync(process.execPath, [fileURLToPath(import.meta.url), ids[0] ?? ''], {
      encoding: 'utf8',
      env,
    })
    process.stdout.write(said)
  }
}
process.exit(0)
