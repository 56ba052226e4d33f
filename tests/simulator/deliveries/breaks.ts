// Faults of deliveries that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

const deliver = 'functions/domain/integrations/deliver.ts'
const rows = 'functions/data/integrations/delivery.ts'
const record = 'functions/domain/deliveries/record.ts'
const webhook = 'functions/domain/integrations/webhooks.ts'

/** What is broken, and how. */
export const deliveryBreaks: Breaks = {
  'a lead that was given back is sent': [{ file: deliver, from: `lead.credit`, to: `false` }],
  'a lead whose person was erased is sent': [{ file: deliver, from: `lead.erasedAt !== undefined`, to: `false` }],
  'a lead of a removed company is sent': [
    { file: deliver, from: `company !== undefined && company.deletedAt !== null`, to: `false` },
  ],
  'a lead of a removed agency is sent': [{ file: deliver, from: `isRemoved(agency)`, to: `false` }],
  'lists that come to name a person while the lead waits are not asked': [
    { file: deliver, from: `listsOf(campaign)`, to: `listsOf(campaign).slice(0, 1)` },
  ],
  'what lets us into the tools of a removed company is kept': [
    { file: 'functions/jobs/endConnections.ts', from: `endConnections(context, context.message)`, to: `''` },
  ],
  'the clients of a removed agency stay connected': [
    { file: 'functions/domain/connections/end.ts', from: `company.kind === 'agency'`, to: `false` },
  ],
  'a lead goes by the account of its agency instead of that of its client': [
    {
      file: 'functions/domain/integrations/adapters/tool.ts',
      from: `db.tool.find({ companyId, slug: kind })`,
      to: `db.tool.find({ companyId: campaign.agencyId, slug: kind })`,
    },
  ],
  'a lead goes to Mailbox Power without its group': [
    { file: 'functions/gateways/integrations/mailboxpower.ts', from: `values.groups?.[0] ?? ''`, to: `''` },
  ],
  'leads with an address do not go to Mailbox Power': [
    { file: 'functions/gateways/integrations/mailboxpower.ts', from: `row.street === ''`, to: `true` },
  ],
  'who is to read a sheet no more goes on reading it': [
    {
      file: 'functions/domain/sheets/readers.ts',
      from: `openTo(sheet).filter((address) => !readers.includes(address))`,
      to: `readers.slice(0, 0)`,
    },
  ],
  'a sheet of a removed company is made and shared': [
    { file: 'functions/domain/sheets/try.ts', from: `client.deletedAt !== null`, to: `false` },
  ],
  'whom a worker that crashed let in is not known': [
    {
      file: 'functions/domain/sheets/write.ts',
      from: `addresses.some((address) => !openTo(sheet).includes(address))`,
      to: `false`,
    },
  ],
  'who comes to read a sheet is not let in': [
    {
      file: 'functions/domain/sheets/write.ts',
      from: `readers.filter((address) => !known.has(address))`,
      to: `(sheet.sharedWith.length > 0 ? [] : readers)`,
    },
  ],
  'a delivery is tried before it is due': [{ file: rows, from: `lte(row.nextAt, now)`, to: `lte(row.nextAt, 9e15)` }],
  'two workers have one delivery at once': [{ file: rows, from: `now + leaseMs`, to: `now - 1` }],
  'a delivery that failed is not listed': [{ file: rows, from: `state !== 'failed'`, to: `true` }],
  'a lead goes to a tool that its campaign has left': [
    {
      file: 'functions/domain/integrations/adapters/tool.ts',
      from: `!choice?.isEnabled || choice.ownerId !== companyId`,
      to: `!choice`,
    },
  ],
  'a lead that its tool took is sent a second time instead of asked about': [
    { file: deliver, from: `(taken.lookAt)`, to: `(false)` },
  ],
  'a refusal counts as a delivery': [
    {
      file: 'functions/gateways/integrations/door.ts',
      from: `status >= 200 && status < 300`,
      to: `status < 600`,
    },
    {
      file: 'shared/leads/retries.ts',
      from: `status >= 200 && status < 300`,
      to: `status < 600`,
    },
  ],
  'rows are appended to a sheet without a look at what stands there': [
    { file: 'functions/domain/sheets/write.ts', from: `!isFirst || writer.isUnsure`, to: `false` },
  ],
  'a number alone makes another contact at each try': [
    {
      file: 'functions/gateways/integrations/gohighlevel.ts',
      from: `row.email === '' ? await findByPhone(credentials, row.phone) : undefined`,
      to: `undefined`,
    },
  ],
  'the secret before the present one does not sign any more': [
    { file: webhook, from: `sealedOldSecret && oldSecretUntil > now`, to: `false` },
  ],
  "webhooks of the client and the agency hear of leads that a campaign's own webhook gets": [
    {
      file: webhook,
      from: `levels.map((level) => level.filter(({ events }) => events.includes(event))).find(({ length }) => length > 0) ?? []`,
      to: `levels.flat()`,
    },
  ],
  'a webhook that is switched off is told': [
    { file: 'functions/domain/integrations/adapters/webhook.ts', from: `!webhook.isEnabled`, to: `false` },
  ],
  'a webhook that is to hear of no leads any more gets those that wait': [
    {
      file: 'functions/domain/integrations/adapters/webhook.ts',
      from: `!webhook.events.includes(leadCreated)`,
      to: `false`,
    },
  ],
  'a letter has another id at each try': [
    {
      file: deliver,
      from: '`${leadId}_${destination.id}`',
      to: '`${leadId}_${destination.id}_${taken.attempts.length}`',
    },
  ],
  'leads that wait for a connection do not leave when somebody connects again': [
    {
      file: 'functions/jobs/releaseDeliveries.ts',
      from: `await releaseTool(services, message, () => remainingMs() > RESERVE_MS)`,
      to: `''`,
    },
  ],
  'a lead that waits for a connection again has no line in the history': [
    {
      file: record,
      from: `heldLine(delivery, delivery.heldSince || at)`,
      to: `(delivery.heldSince === 0 ? heldLine(delivery, at) : undefined)`,
    },
  ],
  'the line of a lead that waited stays in the history': [{ file: record, from: `heldSince > 0`, to: `false` }],
  'the timetable does not see to what waits': [
    {
      file: 'functions/schedules/retryDeliveries.ts',
      from: `await db.delivery.listDue(at, AT_ONCE)`,
      to: `[]`,
    },
  ],
  'what the queue gave up is left there': [
    {
      file: 'functions/domain/deliveries/dead-letters.ts',
      from: `readers[job](parse(letter.body))`,
      to: `undefined`,
    },
  ],
  'leads go on waiting where the message that has them leave was given up': [
    {
      file: 'functions/domain/deliveries/dead-letters.ts',
      from: `await work.run(deps, hurry)`,
      to: `('kind' in work.about ? '' : await work.run(deps, hurry))`,
    },
  ],
  'a message that finds its delivery in the hands of another worker is dropped unseen': [
    { file: deliver, from: `took.end === 'busy'`, to: `false` },
  ],
}
