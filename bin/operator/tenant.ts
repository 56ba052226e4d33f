import { parseArgs } from 'node:util'
import type { Services } from '#functions/kit/services.ts'
import { findTenant, toHost } from '#functions/kit/tenant.ts'
import { type Command, helpOf, type Said } from './command.ts'
import { eraseForNewcomer } from './tenant/erase-again.ts'
import { domainOf, exportTenant } from './tenant/export.ts'
import { importTenant, lookAtImport } from './tenant/import.ts'
import { restoreInPlace } from './tenant/in-place.ts'
import { keyForExport, keyForImport } from './tenant/key.ts'

const usage =
  'tenant export <agency id or host> <folder> [--key <file>] | tenant import <folder> [--key <file>] [--root <company id>] [--apply] | tenant restore <folder> --since <time> [--key <file>] [--removed] [--also <kinds>] [--replace <kinds>] [--erasures <file>] [--root <company id>] [--apply]'
const about = `Carries an agency away with all that is theirs, or brings one here.

export  writes an agency with its clients, their rows and their files into an empty folder. Nothing here changes.
        --key: the file of a key, made where there is none. With it, what lies sealed (secrets of webhooks, tools,
        authenticators) goes along under this key; without it, it stays behind. Keep it apart from the folder.
import  looks whether the agency can live here, and changes nothing; --apply brings it. Begun again, it goes on. Whom the platform here
        has had erased is blanked in what came.
        --root: whose agency it becomes, where several roots live here.
restore brings an agency that lives or lived here back in place, out of a copy of the time --since: an export, or the export of a table
        that was restored beside (TABLE). Says what would become of each kind of row; --apply does it, while the timetable stands
        still. What is missing comes back. What is here stays: money is never written over and comes back row by row, a sum only
        where its books did not go on. Erasures since the copy are repeated, also those of a file that was saved (--erasures). Then
        the payment provider is compared; ends with 2 where it knows more than our books.
        --removed: also companies that people removed. --also webhook,login: kinds that people may have removed. --replace
        campaign,setting: written over where they are other than in the copy (campaign, campaignPart, roles, setting).`

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
const list = (counts: Record<string, number>) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

async function findAgencyId(services: Services, asked: string): Promise<string> {
  if (asked.startsWith('com_')) return asked
  const tenant = await findTenant(services, toHost(asked))
  if (!tenant) throw new Error(`No site lives at ${asked}.`)
  return tenant.id
}

async function exportFrom(services: Services, [asked, folder]: string[], keyFile: string | undefined): Promise<string> {
  if (!asked || !folder) throw new Error(helpOf({ usage, about }))
  const agencyId = await findAgencyId(services, asked)
  const key = keyFile ? await keyForExport(keyFile, folder) : undefined
  const { manifest, left, sealedLeft } = await exportTenant(services, { agencyId, folder, key })
  return [
    `${agencyId} lies in ${folder}: ${manifest.companies} companies, ${sum(manifest.rows)} rows, ${manifest.files.count} files with ${manifest.files.bytes} bytes.`,
    ...(sum(left) > 0 ? [`Stayed behind: ${list(left)}. The manifest says why, and what else never goes along.`] : []),
    ...(sum(sealedLeft) > 0
      ? [`Stayed behind because they are sealed: ${list(sealedLeft)}. With --key <file> they go along.`]
      : []),
  ].join('\n')
}

async function findRoot({ db }: Services, asked: string | undefined): Promise<string> {
  const roots = await db.company.listRoots()
  if (asked) {
    if (roots.some(({ id }) => id === asked)) return asked
    throw new Error(`There is no root ${asked}.`)
  }
  const [only, other] = roots
  if (!only) throw new Error('Nobody runs this platform yet: make its root first, with `npm run operator -- root`.')
  if (other)
    throw new Error(
      `Several roots live here: say whose agency it becomes with --root, one of ${roots.map(({ id }) => id).join(', ')}.`,
    )
  return only.id
}

async function importTo(
  services: Services,
  folder: string | undefined,
  { key: keyFile, root, apply }: { key?: string | undefined; root?: string | undefined; apply: boolean },
): Promise<string> {
  if (!folder) throw new Error(helpOf({ usage, about }))
  const platform = { rootId: await findRoot(services, root), domain: domainOf(services) }
  const plan = { folder, platform, key: keyFile ? await keyForImport(keyFile) : undefined }
  const looked = await lookAtImport(services, plan)
  const { manifest, state, taken } = looked
  const eraseAgain = async () => {
    const count = await eraseForNewcomer(services, platform.rootId, manifest.agencyId)
    return count > 0 ? [`${count} erasures of the platform are repeated for it.`] : []
  }
  if (state === 'ended') {
    const [erased = 'Nothing is to be done.'] = apply ? await eraseAgain() : []
    return `${manifest.agencyId} was brought here before. ${erased}`
  }
  if (taken.length > 0)
    throw new Error(`${manifest.agencyId} cannot live here. Taken: ${taken.join(', ')}. Nothing was changed.`)
  const what = `${manifest.companies} companies, ${sum(manifest.rows)} rows, ${manifest.files.count} files`
  const paused = await services.db.pause.find()
  if (!apply)
    return `${manifest.agencyId} can ${state === 'begun' ? 'be brought to its end' : 'come'}: ${what}. Nothing was changed; --apply brings it${paused ? '' : ', once the timetable stands still (`pause`)'}.`
  // Half an agency must not be billed.
  if (!paused) throw new Error('Pause the timetable first: npm run operator -- pause "an agency comes".')
  const { written, same, other, files } = await importTenant(services, plan, looked)
  return [
    `${manifest.agencyId} is here: ${written} rows written, ${same} were here already, ${files} files.`,
    ...(other > 0 ? [`${other} rows were here in another shape and stayed as they are.`] : []),
    ...(await eraseAgain()),
    'The timetable still stands: `resume` lets it run. Look over it before: npm run operator -- verify-log and recount. Recount --apply counts it into the sums of the platform.',
  ].join('\n')
}

async function run(services: Services, args: string[]): Promise<string | Said> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args,
    options: {
      key: text,
      root: text,
      since: text,
      also: text,
      replace: text,
      erasures: text,
      apply: { type: 'boolean', default: false },
      removed: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [what, ...rest] = positionals
  if (what === 'export') return exportFrom(services, rest, values.key)
  if (what === 'import') return importTo(services, rest[0], values)
  if (what === 'restore' && rest[0] && !Number.isNaN(Date.parse(values.since ?? ''))) {
    const platform = { rootId: await findRoot(services, values.root), domain: domainOf(services) }
    const key = values.key ? await keyForImport(values.key) : undefined
    return restoreInPlace(
      services,
      { folder: rest[0], platform, key },
      { ...values, since: Date.parse(values.since ?? '') },
    )
  }
  throw new Error(helpOf({ usage, about }))
}

/** An agency with all that is theirs, to carry away and to bring to another installation. */
export const tenant: Command = { usage, about, run }
