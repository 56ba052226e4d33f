// `npm run bench`: one table of figures, each beside its goal and its floor or peer, from one run on one machine.
// `npm run bench -- B4` runs what begins with that id.
import { benchBundles } from './bundles.ts'
import { benchCall } from './call.ts'
import { benchExclusions } from './exclusions.ts'
import { benchLists } from './lists.ts'
import { benchLoginPage } from './login-page.ts'
import { openBench } from './platform.ts'
import type { Figure } from './ratio.ts'

const wanted = process.argv[2] ?? ''
const asked = (...ids: string[]) => ids.some((id) => id.startsWith(wanted))

const bench = await openBench()
const figures: Figure[] = []
try {
  if (asked('B1', 'B2', 'B18')) figures.push(...(await benchLists(bench)))
  if (asked('B3', 'B4')) figures.push(...(await benchExclusions(bench)))
  if (asked('B8')) figures.push(...(await benchCall(bench)))
} finally {
  await bench.close()
}
if (asked('B9')) figures.push(...(await benchBundles()))
if (asked('B10')) figures.push(...(await benchLoginPage()))

const mark = (met: boolean | undefined) => (met === undefined ? ' ' : met ? 'yes' : 'NO')
console.log('| Id | What | Figure | Goal | Floor or peer | Met |\n|---|---|---|---|---|---|')
for (const row of figures)
  console.log(`| ${row.id} | ${row.what} | ${row.figure} | ${row.goal} | ${row.peer} | ${mark(row.met)} |`)
