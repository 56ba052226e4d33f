// Faults about lists and people that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

const takes = 'functions/domain/leads/take.ts'
const check = 'functions/domain/exclusions/check.ts'
const imports = 'functions/domain/exclusions/import.ts'

/** What is broken, and how. */
export const peopleBreaks: Breaks = {
  'no list is asked': [{ file: takes, from: `exclusions[index] ?? null`, to: `null` }],
  'only the first address is looked for in the lists': [
    { file: takes, from: `emailsOf(personOf(candidate))`, to: `[personOf(candidate).email]` },
  ],
  'the list of the platform is not asked': [
    {
      file: check,
      from: `{ level: 'platform', companyId: rootId, scope: COMPANY_SCOPE }`,
      to: `{ level: 'platform', companyId: id, scope: COMPANY_SCOPE }`,
    },
  ],
  'whom a company had erased is not asked for': [
    { file: check, from: `kind === 'sha256' ? erasedShelfOf(list) : undefined`, to: `undefined` },
  ],
  'capital letters of an address are kept': [{ file: 'shared/csv.ts', from: `normaliseEmail(text)`, to: `text` }],
  'what a list holds counts as new': [
    {
      file: 'functions/domain/exclusions/plan.ts',
      from: `fresh[bucket.shelf.kind].delete(toKey(digest))`,
      to: `fresh[bucket.shelf.kind].size`,
    },
  ],
  'two files go into one list at once': [
    {
      file: 'functions/data/exclusions/import.ts',
      from: '`${isEpoch} AND (${isFree})`',
      to: '`${isEpoch}`',
    },
  ],
  'a worker that crashed once its list was whole has no lead given back': [
    { file: imports, from: `upload.status === 'done'`, to: `upload.id === ''` },
  ],
  'leads of any age are given back': [
    {
      file: 'functions/domain/exclusions/credit.ts',
      from: `(await sentAt(db, upload)) - LATE_EXCLUSION_MS`,
      to: `(await sentAt(db, upload)) - 40 * LATE_EXCLUSION_MS`,
    },
  ],
  'an entry that is taken off stays in the files of its list': [
    { file: 'functions/domain/exclusions/entry.ts', from: `isGone(line) ? undefined : line`, to: `line` },
  ],
  'an entry is taken off in one form alone': [
    {
      file: 'functions/domain/exclusions/entry.ts',
      from: `formsOf(record)`,
      to: `formsOf(record).slice(0, 1)`,
    },
  ],
  'an erasure passes over refused rows': [
    { file: 'functions/domain/exclusions/scrub.ts', from: `withoutTheirs(line, isPerson, ERASED)`, to: `line` },
  ],
  'an erasure passes over what those above were given': [
    {
      file: 'functions/domain/exclusions/person.ts',
      from: `company.ancestors`,
      to: `company.ancestors.slice(0, 0)`,
    },
  ],
  'a file of leads that is being made goes on beside an erasure': [
    {
      file: 'functions/domain/exclusions/take-back.ts',
      from: `await db.listFile.beginAnew(ref, now())`,
      to: `false`,
    },
  ],
  'what receivers said of an erased person stays': [
    { file: 'functions/data/integrations/delivery.ts', from: `({ ...attempt, words: '' })`, to: `attempt` },
  ],
  'a lead is delivered although its person was erased': [
    {
      file: 'functions/domain/integrations/deliver.ts',
      from: `lead.erasedAt !== undefined`,
      to: `false`,
    },
  ],
  'who asks not to be tracked is looked at': [
    { file: 'shared/pixel.ts', from: `gpc.trim() === '1' || dnt.trim() === '1'`, to: `gpc === '1' || dnt === '2'` },
  ],
  'leads of a company stay when its time is over': [
    {
      file: 'functions/data/companies/forget.ts',
      from: `textOf(item, 'campaignId')`,
      to: `''`,
    },
  ],
  'lists of a company stay in their files when its time is over': [
    { file: 'functions/domain/tenancy/own-files.ts', from: '`exclusions/lists/${companyId}/`', to: `'nowhere/'` },
  ],
  'a copy tells of other people': [
    {
      file: 'functions/domain/exclusions/person-rows.ts',
      from: `withoutOthers(cell, isPerson, hold)`,
      to: `cell`,
    },
  ],
}
