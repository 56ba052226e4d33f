// `npm run preflight -- <environment>`: what is missing before the first deployment, and how to mend it. It changes nothing. It
// asks AWS through the command-line tool that operators have, with the sign-in at hand, and Stripe where STRIPE_SECRET_KEY is given.
import { execFile } from 'node:child_process'
import { resolveNs } from 'node:dns/promises'
import { promisify } from 'node:util'
import { environment, refusalForStage } from '#infra/environments.ts'
import { type Finding, type Outside, preflight } from './preflight/checks.ts'

const run = promisify(execFile)

const ASK_MS = 20_000

async function aws(...args: string[]): Promise<unknown> {
  try {
    const env = { ...process.env, AWS_PAGER: '' }
    const { stdout } = await run('aws', [...args, '--output', 'json'], { timeout: ASK_MS, env })
    return JSON.parse(stdout)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error('the AWS command-line tool is not installed')
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(said || 'AWS did not answer')
  }
}

function stripeOf(key: string | undefined): Outside['stripe'] {
  if (!key) return undefined
  return async (path) => {
    const response = await fetch(new URL(path, process.env.STRIPE_URL ?? 'https://api.stripe.com'), {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(ASK_MS),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`Stripe answered ${response.status} to ${path.split('?')[0]}`)
    return response.json()
  }
}

const nameServers = (domain: string): Promise<string[]> => resolveNs(domain).catch(() => [])

const marks = { ok: 'ok      ', missing: 'MISSING ', unknown: 'not asked' } as const
function show({ name, state, said, mend }: Finding): string {
  const line = `${marks[state].padEnd(10)}${name.padEnd(14)}${said}`
  return mend ? `${line}\n${' '.repeat(24)}${mend}` : line
}

async function main(): Promise<void> {
  const [name] = process.argv.slice(2)
  const refusal = refusalForStage(name)
  if (refusal) throw new Error(refusal)
  const target = environment(name)
  const findings = await preflight(target, { aws, nameServers, stripe: stripeOf(process.env.STRIPE_SECRET_KEY) })
  for (const finding of findings) console.log(show(finding))
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  console.log(`\n${count('ok')} ready, ${count('missing')} missing, ${count('unknown')} not asked.`)
  process.exitCode = count('missing') > 0 ? 1 : 0
}

if (import.meta.main)
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
