// Holds the functions to their powers (infra/powers.ts) while tests run: what AWS would refuse is refused here too.
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Services } from '#functions/kit/services.ts'
import { type Running, running } from '#infra/local/running.ts'
import { areaPowers, hookPowers, jobPowers, type Owner, owners, type Power, schedulePowers } from '#infra/powers.ts'
import type { SecretName } from '#infra/stacks/data.ts'
import { deadVariable, type JobName, rescuedJobs } from '#shared/job-names.ts'
import { pageFiles } from '#shared/stores.ts'
// First, so that the quick way to the queues lies below what is looked at here.
import './quick-line.ts'

const tables: Record<Running['kind'], Record<string, readonly Power[]>> = {
  api: areaPowers,
  hooks: hookPowers,
  jobs: jobPowers,
  schedules: schedulePowers,
}

type Item = Record<string, unknown>
type Access = { may: 'read' | 'write'; keys: string[]; index?: string }

/** Values are plain or already in DynamoDB's own form, depending on who else sits in the client's stack. */
const plain = (value: unknown) => String((value as { S?: string } | undefined)?.S ?? value ?? '')
const pkOf = (item: unknown) => plain((item as Item | undefined)?.pk)
const valuesOf = (input: Item) => (input.ExpressionAttributeValues ?? {}) as Item

/** What a command of the table asks for, by DynamoDB's own rules: the keys of a transaction are judged together. */
function accessOf(command: string, input: Item): Access | undefined {
  const batches = Object.values((input.RequestItems ?? {}) as Record<string, unknown>)
  const transaction = (input.TransactItems ?? []) as Record<string, Item>[]
  switch (command) {
    case 'GetItemCommand':
      return { may: 'read', keys: [pkOf(input.Key)] }
    case 'BatchGetItemCommand':
      return { may: 'read', keys: batches.flatMap((batch) => ((batch as { Keys?: Item[] }).Keys ?? []).map(pkOf)) }
    case 'TransactGetItemsCommand':
      return { may: 'read', keys: transaction.map((part) => pkOf(part.Get?.Key)) }
    case 'QueryCommand': {
      const index = input.IndexName as string | undefined
      const key = Object.entries(valuesOf(input)).find(([name]) => /pk/i.test(name))?.[1]
      return { may: 'read', keys: [plain(key)], ...(index && { index }) }
    }
    case 'PutItemCommand':
      return { may: 'write', keys: [pkOf(input.Item)] }
    case 'UpdateItemCommand':
    case 'DeleteItemCommand':
      return { may: 'write', keys: [pkOf(input.Key)] }
    case 'BatchWriteItemCommand': {
      const requests = batches.flat() as { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]
      return {
        may: 'write',
        keys: requests.map(({ PutRequest, DeleteRequest }) => pkOf(PutRequest?.Item ?? DeleteRequest?.Key)),
      }
    }
    case 'TransactWriteItemsCommand':
      return {
        may: 'write',
        keys: transaction.flatMap((part) => Object.values(part).map((one) => pkOf(one.Item ?? one.Key))),
      }
    default:
      return undefined
  }
}

export class PowerError extends Error {
  override name = 'AccessDeniedException'
}

const powersOf = ({ kind, name }: Running) => tables[kind][name] ?? []
/** Said aloud as well, because a handler's failure reaches a test as a plain 500. */
const refuse = (who: Running, what: string): never => {
  console.error(`POWER: ${who.kind}/${who.name} may not ${what}`)
  throw new PowerError(`${who.kind}/${who.name} has no power to ${what} (infra/powers.ts).`)
}

/** Taking a job's messages is the queue's own work, never a function's: what it gave up is all that some may take and remove. */
function checkQueue(who: Running, command: unknown): void {
  const { input, constructor: kind } = Object(command)
  const name = String(kind?.name)
  if (/^SendMessage(?:Batch)?Command$/.test(name)) return
  const url: unknown = input?.QueueUrl
  const job = rescuedJobs.find((each) => process.env[deadVariable(each)] === url)
  if (!powersOf(who).some((power) => 'rescue' in power && power.rescue === job))
    refuse(who, `${name.replace(/Command$/, '')} of ${job ? `what ${job} gave up` : String(url)}`)
}
// A worker opens the door of dead letters for itself, so it is met at the client of the queues.
const send: unknown = SQSClient.prototype.send
Reflect.set(SQSClient.prototype, 'send', async function (this: SQSClient, ...args: unknown[]): Promise<unknown> {
  const who = running.getStore()
  if (who) checkQueue(who, args[0])
  return typeof send === 'function' ? send.apply(this, args) : undefined
})

/** Lets each function do only what its powers say; work outside any function (a test's own) is free. */
export function guardPowers(services: Services): void {
  services.table.client.middlewareStack.add(
    (next, context) => async (args) => {
      const who = running.getStore()
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      const access = who && accessOf(context.commandName ?? '', args.input as Item)
      if (who && access) {
        const onTable = powersOf(who).filter((power) => 'table' in power)
        const fitting = onTable.filter(({ table, indexes }) =>
          access.index
            ? (indexes as readonly string[] | undefined)?.includes(access.index)
            : access.may === 'read' || table === 'write',
        )
        const heads = new Set<Owner>(fitting.flatMap(({ of }) => of))
        const isFree = (key: string) => [...heads].some((owner) => key.startsWith(owners[owner]))
        const refused = access.keys.find((key) => !isFree(key))
        if (refused !== undefined)
          refuse(who, `${access.may} ${refused.slice(0, 24)}${access.index ? ` by ${access.index}` : ''}`)
      }
      return next(args)
    },
    { step: 'initialize', name: 'guardPowers', override: true },
  )

  const mayFile = (what: 'get' | 'put' | 'remove' | 'list', key: string) => {
    const who = running.getStore()
    if (
      who &&
      !powersOf(who).some(
        (power) =>
          'files' in power &&
          (power.files.includes(what) || (what === 'list' && power.files.includes('get'))) &&
          key.startsWith(power.under),
      )
    )
      refuse(who, `${what} the file ${key}`)
  }
  const { files, queues, sealer, site } = services
  // Anybody who may get files of a folder may list it: without that right a missing file looks like a forbidden one.
  // @NOTE the same door behind a check of its first argument: a key, or a list of keys.
  services.files = new Proxy(files, {
    get: (door, name) => {
      const what = writers.has(String(name)) ? 'put' : name === 'remove' || name === 'list' ? name : 'get'
      return (...args: unknown[]) => {
        for (const key of [args[0]].flat()) mayFile(what, String(key))
        return Reflect.get(door, name)(...args)
      }
    },
  })
  // @NOTE the same door behind a check of its first argument.
  services.site = new Proxy(site, {
    get: (door, name) => {
      const who = running.getStore()
      return (...args: unknown[]) => {
        const isPage = /^read/.test(String(name)) && (pageFiles as readonly unknown[]).includes(args[0])
        if (who && !(isPage && powersOf(who).some((power) => 'site' in power)))
          refuse(who, `${String(name)} of the site: ${args[0]}`)
        return Reflect.get(door, name)(...args)
      }
    },
  })
  // @NOTE the same door behind a check; a test may still put something else in its place.
  services.sealer = new Proxy(sealer, {
    get: (door, name) => {
      const who = running.getStore()
      const mayNot = who && !powersOf(who).some((power) => 'secret' in power && power.secret === 'sealing')
      return mayNot ? () => refuse(who, `${String(name)} values`) : Reflect.get(door, name)
    },
  })
  /** The same door behind a check of each call: without the secret it would be closed on AWS. */
  const only = <Door extends object>(door: Door, what: string, isGiven: (power: Power) => boolean): Door =>
    new Proxy(door, {
      get: (behind, name) => {
        const value = Reflect.get(behind, name)
        const who = running.getStore()
        if (!who || typeof value !== 'function' || powersOf(who).some(isGiven)) return value
        return () => refuse(who, `${String(name)} (${what})`)
      },
    })
  const knows = (secret: SecretName) => (power: Power) => 'secret' in power && power.secret === secret
  services.payments = only(services.payments, 'payments', knows('stripe'))
  services.leadData = only(services.leadData, 'lead data', knows('providers'))
  services.adPartner = only(services.adPartner, 'ad partner', knows('providers'))
  services.captcha = only(services.captcha, 'captcha', knows('providers'))
  // Some tools know the platform by a key, and which of them is asked is the tenant's choice.
  services.tools = only(services.tools, 'tools', knows('providers'))
  services.mail = only(services.mail, 'mail', (power) => 'mail' in power)
  const maySend = (job: JobName) => {
    const who = running.getStore()
    if (who && !powersOf(who).some((power) => 'send' in power && power.send === job)) refuse(who, `send to ${job}`)
  }
  services.queues = {
    async send(job, message, more) {
      maySend(job)
      return queues.send(job, message, more)
    },
    async sendMany(job, messages) {
      maySend(job)
      return queues.sendMany(job, messages)
    },
  }
}

const writers = new Set(['uploadForm', 'put', 'putStream', 'putParts', 'openParts', 'sendPart', 'joinParts'])
