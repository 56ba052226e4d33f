// Faults of the pipeline that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

const store = 'functions/data/leads/store.ts'
const takes = 'functions/domain/leads/take.ts'

/** What is broken, and how. */
export const leadBreaks: Breaks = {
  'a lead is stored although a stop has committed': [
    { file: store, from: `!meter || !isTaking(meter, at)`, to: `!meter` },
    {
      file: store,
      from: `meter !== undefined && isTaking(meter, at) && meter.day <= day`,
      to: `meter !== undefined && meter.day <= day`,
    },
    {
      file: 'shared/campaigns/meter.ts',
      from: `isOpen && opensAt <= at && (closesAt === 0 || at < closesAt)`,
      to: `isOpen || opensAt <= at`,
    },
  ],
  'the write does not ask whether the limit has room': [
    { file: store, from: `lte(used, most - within)`, to: `gte(used, 0)` },
  ],
  'a day turns from a meter that has changed since it was read': [
    {
      file: store,
      from: `meter.leads === 0 ? notExists(row.leads) : eq(row.leads, meter.leads)`,
      to: `eq(row.open, true)`,
    },
  ],
  'the row of a day that is over is not written': [
    {
      file: store,
      from: `meter.day === '' ? [] : [to.day.put({ ...owner, ...presentDay(meter) }).commit()]`,
      to: `[]`,
    },
  ],
  'reports do not learn of the leads of another month': [
    { file: store, from: `monthOf(meter.day) === monthOf(day)`, to: `meter.day !== ''` },
  ],
  'the month begins anew each day': [
    { file: store, from: `usedOf(meter, 'month', day) + sums.leads`, to: `sums.leads` },
  ],
  'a message that comes after the window takes the mark of its own lead': [
    { file: store, from: `Math.min(batch.forgottenBefore, visitedAt)`, to: `batch.forgottenBefore` },
    { file: 'shared/leads/known.ts', from: `Math.min(before, lead.visitedAt)`, to: `before` },
    { file: 'shared/leads/known.ts', from: `leadId === lead.id`, to: `leadId === ''` },
    { file: store, from: `ne(row.leadId as never, id as never)`, to: `ne(row.leadId as never, '' as never)` },
  ],
  'people are forgotten after one day instead of seven': [
    { file: 'shared/leads/known.ts', from: `at - 7 * DAY`, to: `at - DAY` },
  ],
  'campaigns that share what they know have no mark in common': [
    {
      file: store,
      from: `leads.map((lead) =>\n              to.clientPerson\n                .put({ companyId, ...mark(lead) })\n                .where(mayTake(lead))\n                .commit(),\n            )`,
      to: `[]`,
    },
  ],
  'only the first address is looked for in the lists': [
    { file: takes, from: `emailsOf(personOf(candidate))`, to: `[personOf(candidate).email]` },
  ],
  'no list is asked': [{ file: takes, from: `exclusions[index] ?? null`, to: `null` }],
  'what a campaign requires is not asked': [
    { file: 'shared/leads/required.ts', from: `[...wanted].filter((field) => !isFilled[field](person))`, to: `[]` },
  ],
  'a lead is sold for the price of further ones within the limit': [
    {
      file: store,
      from: `index < part.within ? part.price : (priceAbove ?? part.price)`,
      to: `(priceAbove ?? part.price)`,
    },
  ],
  'more than a limit of all are sold where the campaign went on': [
    {
      file: 'shared/campaigns/meter.ts',
      from: `Math.max(0, limit.count - usedOf(meter, limit.every, day))`,
      to: `wanted`,
    },
  ],
  'a lead is counted twice in the days of its agency': [
    {
      file: store,
      from: `{ ...sums, ...sumsOfLine(line, sums) }`,
      to: `{ ...sums, leads: 2 * sums.leads, ...sumsOfLine(line, sums) }`,
    },
  ],
  'a visit that was stored before its worker crashed is ended by a look at the limit': [
    { file: takes, from: `isRepeat || typeof person !== 'function'`, to: `false` },
  ],
  'what was decided is not told': [
    { file: takes, from: `end === undefined || end === 'again'`, to: `end !== 'stored'` },
  ],
  'a lead is bought for the costs of another term': [
    {
      file: 'functions/domain/pricing/prices.ts',
      from: `wholesaleAt(db, agency, { line, term: retail.term, at })`,
      to: `wholesaleAt(db, agency, { line, term: 'Weekly', at })`,
    },
  ],
  'only the first page of a window is asked for': [
    { file: 'functions/domain/leads/pull.ts', from: `!page.cursor`, to: `page !== undefined` },
  ],
  'a campaign that was stopped or removed goes on asking for people': [
    {
      file: 'functions/data/campaigns/pull.ts',
      from: `{ isEnded: true, stamp: randomUUID() }`,
      to: `{ isEnded: false, stamp: randomUUID() }`,
    },
  ],
  'a page that is asked for again is paid for again': [
    {
      file: 'functions/domain/leads/pull.ts',
      from: `requestIdOf(campaign.id, pull)`,
      to: `requestIdOf(campaign.id, pull) + pull.stamp`,
    },
  ],
}
