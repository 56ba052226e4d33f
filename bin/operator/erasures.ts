import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Services } from '#functions/kit/services.ts'
import { type PersonRequest, SavedErasures } from '#shared/model/person-request.ts'
import { type Command, helpOf } from './command.ts'
import { allCompanies } from './companies.ts'

const usage = 'erasures save <file> | erasures repeat <file> [--apply]'
const about = `People who were erased stay so, where a table is restored to a time before.

save    writes every erasure that the table knows into a file: who was erased for whom, as hashes. No address is in it.
repeat  looks which of them a restored table does not know, and has them done again with --apply: leads, lists and files.`

/** What was on its way when the person was erased once more is stored by then. */
const DELAY_SECONDS = 120

type Needed = Pick<Services, 'db' | 'table' | 'queues' | 'now'>

async function save(services: Needed, file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} is there already: name another one.`)
  const all: PersonRequest[] = []
  for await (const { id } of allCompanies(services))
    for (const request of await services.db.personRequest.list(id)) if (request.kind === 'erase') all.push(request)
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600 })
  return `${all.length} erasures are in ${file}.`
}

async function repeat({ db, queues, now }: Needed, file: string, isApplied: boolean): Promise<string> {
  const parsed = SavedErasures.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file} holds no erasures that were saved.`)
  const [missing, orphans]: PersonRequest[][] = [[], []]
  for (const request of parsed.data) {
    const known = await db.personRequest.find(request)
    if (known?.status === 'done') continue
    const isThere = (await db.company.find(request.companyId)) !== undefined
    ;(isThere ? missing : orphans)?.push(request)
  }
  const lost = orphans?.length ? [`${orphans.length} are of companies that this table does not know.`] : []
  const count = missing?.length ?? 0
  if (!isApplied)
    return [
      `${count} of ${parsed.data.length} erasures are to be done again. Nothing was changed; --apply does it.`,
      ...lost,
    ].join('\n')
  for (const request of missing ?? []) {
    const { companyId, id, hashes } = request
    // At once, so that nobody becomes a lead again meanwhile.
    await db.exclusion.erase(
      companyId,
      hashes.map((each) => Buffer.from(each, 'hex')),
      now(),
    )
    // As it was asked for: every step is done anew. One that the table has half done goes on where it is; one that failed there is
    // over, and no worker would take it up.
    const known = await db.personRequest.find(request)
    if (!known || known.status === 'failed') await db.personRequest.again(request, now())
    await queues.send('answerPersonRequest', { companyId, id }, { delaySeconds: DELAY_SECONDS })
  }
  return [
    `${count} of ${parsed.data.length} erasures are on their way again. Run this once more to see that none is left.`,
    ...lost,
  ].join('\n')
}

async function run(services: Needed, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    options: { apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [what, file] = positionals
  if (what === 'save' && file) return save(services, file)
  if (what === 'repeat' && file) return repeat(services, file, values.apply)
  throw new Error(helpOf({ usage, about }))
}

/** People who were erased stay so, also where a table is restored to a time before. */
export const erasures: Command = { usage, about, run }
