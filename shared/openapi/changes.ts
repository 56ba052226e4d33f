// What changed for programs, the newest first. What takes something away is told here half a year before it does.
export type Change = { date: string; text: string }

export const changes: readonly Change[] = [
  {
    date: '2026-11-28',
    text: 'A campaign that was stopped because the subscription of its agency was cancelled has a reason of its own, `contract_cancelled`; until now it was `user`.',
  },
  {
    date: '2026-11-26',
    text: 'A page of a list has 10 rows unless `limit` says otherwise, instead of 25. A program can ask which key it has and what for (`/me`), read one lead, and cancel an exclusion upload. Leads say when they were given back (`credited_at`). Uploads have two more states, `cancelling` and `cancelled`. Active campaigns of one client are listed before their first day too, as those of all clients are; pages leave out nothing where something seen before is gone.',
  },
  {
    date: '2026-11-25',
    text: 'One client and one webhook can be read, exclusion uploads can be listed, and the secret of a webhook can be replaced. Webhooks say why they were switched off.',
  },
  {
    date: '2026-11-25',
    text: 'Webhooks choose what they are told of: leads, leads that were given back, campaigns that start or stop, and uploads that are through. They can be changed.',
  },
  { date: '2026-11-25', text: 'Tokens by HTTP Basic too. Their refusals carry `error`, as OAuth 2.0 has it.' },
  { date: '2026-11-23', text: 'Webhooks can be listed, added and removed.' },
  { date: '2026-11-23', text: 'Exclusion lists of up to a million records, and links that sign people in.' },
  { date: '2026-11-23', text: 'This documentation, and the document that clients can be made of.' },
  { date: '2026-11-23', text: 'Tokens of keys; clients, campaigns and leads can be read.' },
]
