// B19: what the data layer adds to a write of leads and to a look at exclusion lists, over the plain client that sends the very same
// commands. What a command holds is taken from one of ours, with other keys in it each time.
import { createHash, randomBytes } from 'node:crypto'
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { personKey } from '#functions/data/leads/people.ts'
import type { NewLead } from '#functions/data/leads/store.ts'
import { plantCampaign } from '../support/plant-campaign.ts'
import type { Bench } from './platform.ts'
import { type Figure, type Ratio, ratio, shown } from './ratio.ts'

const AT_ONCE = 10
const EACH = 10
const GOAL = 0.75

const token = () => randomBytes(12).toString('hex')

function newLeads(): NewLead[] {
  return Array.from({ length: AT_ONCE }, () => {
    const name = token()
    const person = {
      personId: name,
      email: `${name}@people.example`,
      firstName: 'Nora',
      lastName: 'Fields',
      city: 'Austin',
    }
    return { id: name, person, pageUrl: 'https://shop.example/pricing', visitedAt: Date.now() }
  })
}

/** The input of the first command of a kind that some work sends. */
async function inputOf<Input>({ services }: Bench, name: string, work: () => Promise<unknown>): Promise<Input> {
  const seen: unknown[] = []
  const { middlewareStack } = services.table.client
  const see = `see ${name}`
  middlewareStack.add(
    (next, context) => (args) => {
      if (context.commandName === name) seen.push(structuredClone(args.input))
      return next(args)
    },
    { step: 'initialize', name: see, priority: 'high' },
  )
  await work()
  middlewareStack.remove(see)
  const [first] = seen
  if (!first) throw new Error(`No ${name} was sent.`)
  // @NOTE it is what the library makes of a command of this name.
  return first as Input
}

const many = (work: () => Promise<unknown>) => async () => {
  for (let at = 0; at < EACH; at++) await work()
}

const row = (what: string, speed: Ratio): Figure => ({
  id: 'B19',
  what: `${what}: rate over the same command sent by hand`,
  figure: shown(speed),
  goal: `>= ${GOAL}`,
  peer: `raw ${Math.round((EACH / speed.aMs) * 1000)}/s`,
  met: speed.high >= GOAL,
})

/** The transaction of ten leads with other people and ids, at one time of the same day. */
export async function taxOfLeads(bench: Bench): Promise<Figure> {
  const { services, cast } = bench
  const like = { ...cast.campaigns.smiles, id: services.newId('campaign'), status: 'active' } as const
  const campaign = await plantCampaign(services.db, like)
  await services.db.lead.store(campaign, { at: Date.now(), leads: newLeads() })
  const store = async () => {
    const look = await services.db.lead.findMeter(campaign)
    return services.db.lead.store(campaign, { at: Date.now(), leads: newLeads(), look })
  }
  const known = newLeads()
  const input = await inputOf<TransactWriteCommandInput>(bench, 'TransactWriteItemsCommand', () =>
    services.db.lead.store(campaign, { at: Date.now(), leads: known }),
  )
  const text = JSON.stringify(input)
  const marks = known.map(({ person }) => personKey(person))
  const raw = async () => {
    await services.db.lead.findMeter(campaign)
    let own = text
    for (const { id } of known) own = own.replaceAll(id, token())
    for (const mark of marks) own = own.replaceAll(mark, createHash('sha256').update(token()).digest('base64url'))
    return services.table.client.send(new TransactWriteCommand(JSON.parse(own)))
  }
  return row(`A write of ${AT_ONCE} leads, with the look at their meter`, await ratio(many(raw), many(store)))
}

/** A look of ours, each at another address of which nothing is known, beside a read of the same buckets. */
export async function taxOfLooks(bench: Bench, check: (address: string) => Promise<unknown>): Promise<Figure> {
  const { client } = bench.services.table
  const address = () => `${token()}@people.example`
  const input = await inputOf<BatchGetCommandInput>(bench, 'BatchGetItemCommand', () => check(address()))
  const raw = () => client.send(new BatchGetCommand(structuredClone(input)))
  return row(
    'A look at three exclusion lists',
    await ratio(
      many(raw),
      many(() => check(address())),
    ),
  )
}
