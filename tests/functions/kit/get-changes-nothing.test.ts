// A GET may be sent by a link, an image or a browser that looks ahead, so it changes nothing: every row of the table is the
// same after it, apart from counters, marks of requests, the latest use of a session, and lines on their way to the audit log.
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { allCalls } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { touchesOf } from '../../support/tripwire.ts'
import { programsOf } from '../developer/stage.ts'

const h = await harness()
for (const agency of [h.cast.northlight, h.cast.copper]) await programsOf(h).open(agency)
const askers: readonly Member[] = ['olive', 'ada', 'cleo', 'sam']
const reading = allCalls.filter(({ call }) => call.method === 'GET')

/** The path is given; its secret is a proposal that counts for nothing until it is saved with the password, and ends by itself. */
const proposals = /^security\.getGoogleTfa by \w+: U#\w+ TWOFACTOR#PENDING$/

/** What the samples hold no ticket, file or account for, so that this test sees their refusals only. */
const unanswered = [
  ...['session.openDocument', 'companies.importPreview', 'companies.importedRows'],
  ...['enrichment.result', 'enrichment.rejected', 'exclusions.downloadRejected'],
  'exclusions.personExport',
  'integrations.signInReturn',
  ...['integrations.gohighlevelTags', 'integrations.sendgridLists', 'integrations.kartraLists'],
  ...['integrations.kartraTags', 'integrations.clickfunnelsTags', 'integrations.mailboxpowerGroups'],
  ...['integrations.subAccounts', 'integrations.subAccountTags'],
  'leads.get',
  'leads.explainCharge',
  // For programs alone.
  ...[
    'developer.getKey',
    'developer.listClients',
    'developer.getClient',
    'developer.listCampaigns',
    'developer.getCampaign',
  ],
  ...['developer.listLeads', 'developer.getLead', 'developer.listExclusionUploads', 'developer.getExclusionUpload'],
  ...['developer.listWebhooks', 'developer.getWebhook'],
  ...['wallet.explain', 'wallet.leads', 'wallet.receipt', 'audit.openDownload'],
  ...['payments.getConnectedAccountLink', 'payments.getExistingConnectedAccountLink', 'payments.invoiceFile'],
  'payments.invoiceLeads',
]

const isOfTheRequest = (pk: string, sk: string) =>
  /^(?:L|N|I|Q)#/.test(pk) || (pk.startsWith('U#') && sk.startsWith('S#'))

async function rows(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await h.services.table.client.send(
      new ScanCommand({ TableName: h.services.table.name, ExclusiveStartKey: from }),
    )
    for (const row of Items) {
      const [pk, sk] = [String(row.pk), String(row.sk)]
      if (!isOfTheRequest(pk, sk)) found.set(`${pk} ${sk}`, JSON.stringify(row, Object.keys(row).sort()))
    }
    from = LastEvaluatedKey
  } while (from)
  return found
}

/** Whether a row that counts was written: to look through the whole table after each call would say nothing more. */
let isWritten = false
h.services.table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    (args) => {
      // @NOTE which command it is says its name; the fields looked at are those of that command.
      const touches = touchesOf(commandName, args.input as Record<string, unknown>)
      isWritten ||= touches.some(({ may, pk, sk }) => may === 'write' && !isOfTheRequest(pk, sk))
      return next(args)
    },
  { step: 'initialize', name: 'written', override: true },
)
const touchedOf = (before: Map<string, string>, after: Map<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key))

it('GET changes no row, whoever asks', async () => {
  for (const who of askers) await h.tokenOf(who)
  const changed: string[] = []
  const answered = new Set<string>()
  let before = await rows()
  for (const { id } of reading)
    for (const who of askers) {
      isWritten = false
      const { status } = await h.call(who, id, (samples[id](h.cast, who) ?? {}) as never)
      if (status === 200) answered.add(id)
      if (!isWritten) continue
      const after = await rows()
      const touched = touchedOf(before, after)
      if (touched.length > 0) changed.push(`${id} by ${who}: ${touched.join(', ')}`)
      before = after
    }
  // What came to the table on a way that nothing above sees.
  expect(touchedOf(before, await rows())).toEqual([])
  expect(reading.length).toBeGreaterThan(20)
  expect(reading.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual(unanswered)
  expect(changed.filter((line) => !proposals.test(line))).toEqual([])
})
