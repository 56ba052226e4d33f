// A platform in a process of its own, which a test may kill: it begins two imports when it is asked to, and tells how far
// they are. Started again on the same folder it finds what the one before left.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { countOf } from '#functions/data/exclusions/list.ts'
import { incomingImportKey } from '#functions/domain/companies/import-files.ts'
import { incomingKey } from '#functions/domain/exclusions/keys.ts'
import type { Services } from '#functions/kit/services.ts'
import { startPlatform } from '#infra/local/platform.ts'
import { toCsvLine } from '#shared/csv.ts'
import { COMPANY_SCOPE } from '#shared/model/exclusion.ts'
import { plantCast } from './cast.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [dataDir = '', records = '0', clients = '0'] = process.argv.slice(2)
const notes = join(dataDir, 'test.json')
type Notes = { companyId: string; requestedBy: string; listId?: string; importId?: string }

const held: { services?: Services } = {}
await startPlatform({
  root,
  dataDir,
  port: 0,
  env: {},
  async seed(services, domain) {
    held.services = services
    if (existsSync(notes)) return false
    const cast = await plantCast(services, { domain, tag: '' })
    writeFileSync(notes, JSON.stringify({ companyId: cast.northlight.id, requestedBy: cast.users.ada.id }))
    return true
  },
  describe: () => ({ password: '', logins: [], pages: [] }),
})
const { services } = held
if (!services) throw new Error('The platform did not ask for its tenants.')
const { db, files, queues, newId, now } = services
const noted: Notes = JSON.parse(readFileSync(notes, 'utf8'))
const { companyId, requestedBy } = noted
const rowsOf = <Row>(count: string, row: (at: number) => Row) =>
  Array.from({ length: Number(count) }, (_, at) => row(at))
const zero = { totalRows: 0, currentRow: 0, accepted: 0, duplicates: 0, rejected: 0, resends: 0, reason: null }
const asked = () => ({ companyId, requestedBy, createdAt: now(), updatedAt: now(), status: 'waiting' as const })

async function begin(): Promise<void> {
  const [listId, importId] = [newId('upload'), newId('import')]
  const { epoch } = await db.exclusion.get(companyId, COMPANY_SCOPE)
  const list = { id: listId, campaignType: COMPANY_SCOPE, fileName: 'list.csv', epoch, plan: null }
  await db.upload.create({ ...zero, ...asked(), ...list })
  const made = {
    id: importId,
    fileName: 'clients.csv',
    contentHash: null,
    confirmUntil: null,
    worked: 0,
    lateRows: [],
    granted: null,
    invited: 0,
    countedFor: '',
  }
  await db.clientImport.create({ ...zero, ...asked(), ...made })
  Object.assign(noted, { listId, importId })
  writeFileSync(notes, JSON.stringify(noted))
  const lines = rowsOf(records, (at) => toCsvLine([`listed${at}@x.example`]))
  await files.put(incomingKey({ companyId, uploadId: listId }), lines.join(''), 'text/csv')
  const people = rowsOf(clients, (at) => toCsvLine([`Company ${at}`, `Person ${at}`, `person${at}@x.example`]))
  const file = `Company,Full name,E-mail\r\n${people.join('')}`
  await files.put(incomingImportKey({ companyId, importId }), file, 'text/csv')
}

async function look() {
  const { listId, importId } = noted
  if (!listId || !importId) return undefined
  const ref = { companyId, id: importId }
  const [list, made] = [await db.upload.find(companyId, listId), await db.clientImport.find(ref)]
  const count = Number(clients)
  const quota = { kind: 'killed', subject: companyId, count, most: count, windowMs: 86_400_000, now: now() }
  if (made?.status === 'checked' && (await db.clientImport.confirm(ref, quota, now())) === 'confirmed')
    await queues.send('importClients', { companyId, importId })
  const isDone = list?.status === 'done' && made?.status === 'done'
  return {
    list: list && { status: list.status, row: list.currentRow, accepted: list.accepted },
    made: made && { status: made.status, row: made.currentRow, worked: made.worked, accepted: made.accepted },
    ...(isDone && {
      held: countOf(await db.exclusion.get(companyId, COMPANY_SCOPE)),
      people: (
        await db.user.findIdsByLogin(
          companyId,
          rowsOf(clients, (at) => `person${at}@x.example`),
        )
      ).size,
    }),
  }
}
export type Look = NonNullable<Awaited<ReturnType<typeof look>>>

if (!noted.listId) await begin()
for (;;) {
  const seen = await look()
  if (seen) process.send?.(seen)
  await sleep(20)
}
