// What an account, a domain and a Stripe account must have before the first deployment can succeed. Each check asks one thing,
// changes nothing, and says in words how to mend what is missing.
import * as z from 'zod'
import type { Environment } from '#infra/environments.ts'
import { EDGE_REGION } from '#infra/names.ts'
import { stripeEvents, stripeHookPath } from '#shared/hooks.ts'

/** `unknown`: it could not be asked, so nobody knows; it does not fail the run. */
export type Finding = { name: string; state: 'ok' | 'missing' | 'unknown'; said: string; mend?: string }

export type Outside = {
  /** A command of the AWS command-line tool, as the parsed JSON of its answer. Rejects with the tool's own words. */
  aws: (...args: string[]) => Promise<unknown>
  /** Name servers that the public DNS names for a domain; none where it names none. */
  nameServers: (domain: string) => Promise<string[]>
  /** A GET of Stripe's API; undefined where no secret key was given. */
  stripe: ((path: string) => Promise<unknown>) | undefined
}

type Check = {
  name: string
  mend: string
  ask: (environment: Environment, outside: Outside) => Promise<string | Missing>
}
type Missing = { missing: string }
const missing = (said: string): Missing => ({ missing: said })

/** A value somewhere in an answer, by its names. */
function at(answer: unknown, ...path: string[]): unknown {
  let value = answer
  for (const name of path) value = typeof value === 'object' && value ? Reflect.get(value, name) : undefined
  return value
}
const textsAt = (answer: unknown, ...path: string[]): string[] => {
  const value = at(answer, ...path)
  return Array.isArray(value) ? value.map((each) => String(each).toLowerCase().replace(/\.$/, '')) : []
}

const StripeAccount = z.object({ id: z.string(), details_submitted: z.boolean() })

/** Undefined where the thing is not there; any other failure says nothing about it. */
async function unlessAbsent(question: Promise<unknown>): Promise<unknown> {
  try {
    return await question
  } catch (error) {
    if (error instanceof Error && /\((ParameterNotFound|NoSuchHostedZone)\)/.test(error.message)) return undefined
    throw error
  }
}

/** Version 21 of the bootstrap stack has the roles that our templates are deployed with. */
const BOOTSTRAP_VERSION = 21
const CONCURRENCY = 1000
const regionsOf = ({ region }: Environment) => [...new Set([region, EDGE_REGION])]

const mailRequest = ({ domain, region }: Environment) =>
  `Ask for production access of SES in ${region} (SES console, Account dashboard): transactional mail alone (sign-in codes, confirmations, invoices, reports that people ordered), from no-reply@${domain}, to people who have an account or were invited by name; bounces and complaints are watched by alarms and suppressed at once; every report ends with one click.`

const checks: Check[] = [
  {
    name: 'row',
    mend: 'Fill in the row of this environment in infra/environments.ts.',
    async ask({ account, domain, alarmEmail }) {
      const examples = [
        /^(\d)\1{11}$/.test(account) && 'account',
        domain.endsWith('.example') && 'domain',
        alarmEmail.endsWith('.example') && 'alarmEmail',
      ].filter((name) => typeof name === 'string')
      return examples.length > 0 ? missing(`still examples: ${examples.join(', ')}`) : 'filled in'
    },
  },
  {
    name: 'credentials',
    mend: 'Sign in to the account of this environment (AWS_PROFILE), with rights to take on the roles of CDK.',
    async ask({ account }, { aws }) {
      const own = String(at(await aws('sts', 'get-caller-identity'), 'Account'))
      return own === account ? `account ${account}` : missing(`signed in to account ${own}, not ${account}`)
    },
  },
  {
    name: 'bootstrap',
    mend: 'Run `npx cdk bootstrap` for each region that is named.',
    async ask(environment, { aws }) {
      const versions = await Promise.all(
        regionsOf(environment).map(async (region) => {
          const name = '/cdk-bootstrap/hnb659fds/version'
          const answer = await unlessAbsent(aws('ssm', 'get-parameter', '--name', name, '--region', region))
          return { region, version: Number(at(answer, 'Parameter', 'Value') ?? 0) }
        }),
      )
      const old = versions.filter(({ version }) => version < BOOTSTRAP_VERSION)
      if (old.length > 0)
        return missing(
          old.map(({ region, version }) => `${region} has ${version === 0 ? 'none' : `version ${version}`}`).join(', '),
        )
      return versions.map(({ region, version }) => `${region} has version ${version}`).join(', ')
    },
  },
  {
    name: 'deployer',
    mend: 'Allow your sign-in sts:AssumeRole on cdk-hnb659fds-* of this account.',
    async ask({ account, region }, { aws }) {
      const role = `arn:aws:iam::${account}:role/cdk-hnb659fds-deploy-role-${account}-${region}`
      // What it answers, credentials for a quarter of an hour, is thrown away.
      await aws(
        'sts',
        'assume-role',
        '--role-arn',
        role,
        '--role-session-name',
        'preflight',
        '--duration-seconds',
        '900',
      )
      return 'may deploy'
    },
  },
  {
    name: 'zone',
    mend: 'Make a public hosted zone for the domain in this account, and write its id into the row.',
    async ask({ domain, hostedZoneId }, { aws }) {
      const zone = await unlessAbsent(aws('route53', 'get-hosted-zone', '--id', hostedZoneId))
      if (!zone) return missing(`there is no ${hostedZoneId}`)
      const name = String(at(zone, 'HostedZone', 'Name')).replace(/\.$/, '')
      if (at(zone, 'HostedZone', 'Config', 'PrivateZone') === true) return missing(`${hostedZoneId} is private`)
      return name === domain ? `${hostedZoneId} is ${domain}` : missing(`${hostedZoneId} is ${name}, not ${domain}`)
    },
  },
  {
    name: 'delegation',
    mend: 'Set these name servers at the registrar of the domain, or as NS records in the zone above it.',
    async ask({ domain, hostedZoneId }, { aws, nameServers }) {
      const ours = textsAt(
        await aws('route53', 'get-hosted-zone', '--id', hostedZoneId),
        'DelegationSet',
        'NameServers',
      )
      const named = (await nameServers(domain)).map((name) => name.toLowerCase().replace(/\.$/, ''))
      const isOurs = ours.length > 0 && named.length > 0 && named.every((name) => ours.includes(name))
      if (isOurs) return 'the public DNS names the zone'
      return missing(`the public DNS names ${named.join(', ') || 'none'}; the zone has ${ours.join(', ') || 'none'}`)
    },
  },
  {
    name: 'concurrency',
    mend: `Ask for ${CONCURRENCY} concurrent executions of Lambda (Service Quotas, AWS Lambda).`,
    async ask({ region }, { aws }) {
      const answer = await aws('lambda', 'get-account-settings', '--region', region)
      const limit = Number(at(answer, 'AccountLimit', 'ConcurrentExecutions') ?? 0)
      return limit >= CONCURRENCY ? `${limit} at once` : missing(`${limit} at once`)
    },
  },
  {
    name: 'mail',
    mend: '',
    async ask({ region }, { aws }) {
      const account = await aws('sesv2', 'get-account', '--region', region)
      if (at(account, 'ProductionAccessEnabled') !== true) return missing(`SES is in its sandbox in ${region}`)
      return `SES sends ${String(at(account, 'SendQuota', 'Max24HourSend'))} mails a day`
    },
  },
  {
    name: 'stripe',
    mend: 'Activate the Stripe account and its Connect (Stripe dashboard, Connect, Get started).',
    async ask(_, { stripe }) {
      if (!stripe) throw new Error('give STRIPE_SECRET_KEY to have it asked')
      const account = StripeAccount.parse(await stripe('/v1/account'))
      if (!account.details_submitted) return missing('the account is not activated yet')
      // Answered by accounts that have Connect alone.
      await stripe('/v1/accounts?limit=1')
      return `${account.id} is active and has Connect`
    },
  },
  {
    name: 'stripe events',
    mend: 'Set the events of both endpoints (of the account, and of connected accounts) in the Stripe dashboard.',
    async ask({ domain }, { stripe }) {
      if (!stripe) throw new Error('give STRIPE_SECRET_KEY to have it asked')
      const url = `https://root.${domain}${stripeHookPath}`
      const all = at(await stripe('/v1/webhook_endpoints?limit=100'), 'data')
      const ours = (Array.isArray(all) ? all : []).filter(
        (each) => at(each, 'url') === url && at(each, 'status') === 'enabled',
      )
      if (ours.length < 2) return missing(`${ours.length} of 2 endpoints lead to ${url}`)
      const lacking = stripeEvents.filter((event) =>
        ours.some((each) => !textsAt(each, 'enabled_events').some((name) => name === event || name === '*')),
      )
      return lacking.length > 0 ? missing(`an endpoint lacks ${lacking.join(', ')}`) : `two endpoints with all events`
    },
  },
]

/** Every check once; one that cannot be asked says why, and keeps no other from being asked. */
export async function preflight(environment: Environment, outside: Outside): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ name, mend, ask }): Promise<Finding> => {
      try {
        const answer = await ask(environment, outside)
        if (typeof answer === 'string') return { name, state: 'ok', said: answer }
        return { name, state: 'missing', said: answer.missing, mend: mend || mailRequest(environment) }
      } catch (error) {
        // Tools say how they are used first, and last what went wrong.
        const lines = error instanceof Error ? error.message.split('\n').filter((line) => line.trim() !== '') : []
        return { name, state: 'unknown', said: lines.at(-1)?.trim() ?? 'it could not be asked' }
      }
    }),
  )
}
