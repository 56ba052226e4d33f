// A6 at its full count: 5,000 crashes around the charge of a card, over the double of the provider, which keeps books of its own.
import { clock } from '#functions/kit/clock.ts'
import { forgetServices, services as openServices } from '#functions/kit/services.ts'
import { startStripe } from '#infra/local/doubles/stripe.ts'
import { startEngines } from '#infra/local/engines.ts'
import { functionEnvironment } from '#infra/local/environment.ts'
import { loadKeys } from '#infra/local/keys.ts'
import { plantCast } from '#tests/support/cast.ts'
import { type Report, runCrashes } from '#tests/support/crashes.ts'
import type { Figure } from './ratio.ts'

const given = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
const CRASHES = 5_000
/** The double looks through all of its payments; a fresh one every so often keeps it quick. */
const AT_ONCE = 250
const START = Date.parse('2027-01-10T15:00:00Z')

async function chunk(crashes: number, seed: number): Promise<Report> {
  const engines = await startEngines({ dataDir: null, env: {} })
  const stripe = await startStripe({ file: null, now: () => clock.now() })
  try {
    const keys = await loadKeys(null)
    const own = { platformDomain: 'localhost:8787', filesOrigin: 'http://s3.localhost:8787', stripe }
    Object.assign(process.env, functionEnvironment(engines, keys, own), {
      LOG_LEVEL: 'SILENT',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      STRIPE_RETRIES: '0',
    })
    stripe.warmUp()
    forgetServices()
    const services = await openServices()
    const { copper: company } = await plantCast(services, { domain: 'localhost', tag: '' })
    const setClock = (at: number) => {
      clock.now = () => at
    }
    setClock(START)
    return await runCrashes({ services, stripe, company, setClock }, { crashes, seed })
  } finally {
    clock.now = () => Date.now()
    await stripe.stop()
    await engines.stop()
  }
}

export async function benchCrashes(): Promise<Figure[]> {
  const crashes = Number(given('crashes') ?? CRASHES)
  const seed = Number(given('seed') ?? 1)
  const reports: Report[] = []
  for (let done = 0; done < crashes; done += AT_ONCE) {
    const report = await chunk(Math.min(AT_ONCE, crashes - done), seed + done / AT_ONCE)
    for (const each of report.wrong) console.error(each)
    console.error(`${done + report.crashes} crashes, ${report.takenCents - report.bookedCents} cents of difference`)
    reports.push(report)
  }
  const sum = (of: (report: Report) => number) => reports.reduce((all, report) => all + of(report), 0)
  const wrong = reports.flatMap((report) => report.wrong)
  const difference = sum(({ takenCents }) => takenCents) - sum(({ bookedCents }) => bookedCents)
  const total = sum((report) => report.crashes)
  return [
    {
      id: 'A6',
      what: `Payments with not exactly one charge, after ${total} crashes around it (seed ${seed})`,
      figure: String(wrong.length),
      goal: '0 of 5,000',
      peer: 'before, during, after; key forgotten after 24 h',
      met: wrong.length === 0 && total >= CRASHES,
    },
    {
      id: 'A6',
      what: 'Difference of our books and the books of the provider, in cents',
      figure: String(difference),
      goal: '0',
      peer: `${sum(({ takenCents }) => takenCents)} taken`,
      met: difference === 0,
    },
  ]
}
