// The tenant wall, generated: every call x everybody x every relation, and marks in what belongs to others.
import { describe, expect, it } from 'vitest'
import { portionOf, shareOf } from '#bin/portion.ts'
import { allCalls, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { harness } from '../../support/harness.ts'
import { isPermitted } from '../../support/permitted.ts'
import { samples } from '../../support/samples.ts'
import { actors, forbidden, mark, placesOf, reached, relations, rowOf, tokens } from './stage.ts'

const h = await harness()
const foreign = await h.plant()
const { cast } = h
for (const who of ['sam', 'ellen', 'rita'] as const)
  await h.db.user.update(cast.users[who].id, { connection: 'completed' })
await mark(h, cast.copper, [cast.users.abe.id], 'CANARYcopper')
await mark(h, cast.peakFitness, [cast.users.carl.id], 'CANARYpeak')
await mark(h, cast.harbor, [cast.users.lola.id], 'CANARYharbor')
for (const company of [foreign.root, foreign.northlight, foreign.copper, foreign.brightSmiles, foreign.harbor])
  await mark(h, company, [], 'CANARYfar')
for (const { id } of Object.values(foreign.users)) await h.db.user.update(id, { name: 'CANARYfar', phone: 'CANARYfar' })

const tokenOf = tokens(h)

/** Calls that end the very sign-ins that the others need; they name nobody. */
const ending = new Set(['session.logout', 'session.endAll', 'session.end', 'account.revertView', 'session.refresh'])
/** Anybody who runs the first root of an installation is shown the others by name. */
const showsRoots = new Set(['companies.roots'])
const reads = ({ call }: NamedCall) => call.method === 'GET' || call.can.endsWith(':read')

type Answer = { relation: string; status: number; text: string; message: string }

async function ask(entry: NamedCall, actor: (typeof actors)[number], relation: string, input: object): Promise<Answer> {
  const token = await tokenOf(actor)
  const { status, body } = await h.call(actor.home, entry.id, input as never, { token })
  return { relation, status, text: JSON.stringify(body), message: body.message }
}

const sampleOf = (entry: NamedCall, member: Member): Record<string, unknown> => ({
  ...(samples[entry.id](cast, member) as object),
})

const audienceId = h.services.newId('audience')
await h.db.audience.create({
  id: audienceId,
  companyId: cast.copper.id,
  name: 'CANARYcopper',
  line: 'local',
  keywords: [],
  area: 'national',
  places: [],
  updatedAt: 1,
})

const bannerId = h.services.newId('banner')
await h.db.banner.create(
  {
    id: bannerId,
    companyId: cast.copper.id,
    name: 'CANARYcopper',
    line: 'local',
    size: '300x250',
    image: { id: 'upl_01JD0000000000000000000000', type: 'image/png', bytes: 1 },
    clickUrl: 'https://canary.example.com',
    status: 'active',
    updatedAt: 1,
  },
  0,
)

/** Ids in an input beside those of companies and people: replaced one by one by those of others. */
const strangers: Record<string, readonly string[]> = {
  cmp: [cast.campaigns.peak.id, foreign.campaigns.smiles.id, 'cmp_01JD0000000000000000000000'],
  usr: [cast.users.carl.id, foreign.users.cleo.id],
  com: [cast.peakFitness.id, foreign.brightSmiles.id],
  grp: [(await h.db.companyGroup.list(cast.copper.id))[0]?.id ?? '', 'grp_01JD0000000000000000000000'],
  aud: [audienceId, 'aud_01JD0000000000000000000000'],
  bnr: [bannerId, 'bnr_01JD0000000000000000000000'],
  rol: [(await h.db.role.find(cast.copper.id)).roles[0]?.id ?? '', 'rol_01JD0000000000000000000000'],
}
/** Ids that samples leave out, with the kind of thing they name; `null` names nothing of a tenant's. */
const optional: Record<string, keyof typeof strangers | null> = {
  'campaigns.saveGroup.companyGroupID': 'grp',
  'campaigns.saveGroup.moduleID': null,
  'keywords.countHistory.leadspeekID': null,
  'keywords.queueCount.leadspeekID': 'cmp',
  'campaigns.create.companyGroupID': 'grp',
  'campaigns.create.clientOrganizationID': null,
  'campaigns.create.clientCampaignID': null,
  'campaigns.create.listAdvanceInformationId': null,
  'campaigns.create.listB2BInformationId': null,
  'campaigns.update.companyGroupID': 'grp',
  'campaigns.update.clientOrganizationID': null,
  'campaigns.update.clientCampaignID': null,
  'campaigns.update.listAdvanceInformationId': null,
  'campaigns.update.listB2BInformationId': null,
  'campaigns.updateSite.companyGroupID': 'grp',
  'campaigns.updateSite.clientOrganizationID': null,
  'campaigns.updateSite.clientCampaignID': null,
  'campaigns.updateSite.listAdvanceInformationId': null,
  'campaigns.updateSite.listB2BInformationId': null,
  'campaigns.updateSearch.companyGroupID': 'grp',
  'campaigns.updateSearch.clientOrganizationID': null,
  'campaigns.updateSearch.clientCampaignID': null,
  'campaigns.updateSearch.listAdvanceInformationId': null,
  'campaigns.updateSearch.listB2BInformationId': null,
  'companies.create.DownlineOrganizationID': null,
  'companies.update.DownlineOrganizationID': null,
  'companies.create.planMinSpendId': null,
  'companies.update.planMinSpendId': null,
  'account.saveCompany.industry_id': null,
  'audiences.save.audienceID': 'aud',
  'banners.update.uploadId': null,
  'integrations.addWebhook.campaign_id': 'cmp',
  'integrations.changeWebhook.campaign_id': 'cmp',
  'integrations.rollWebhook.campaign_id': 'cmp',
  'integrations.removeWebhook.campaign_id': 'cmp',
  'integrations.replayDeliveries.delivery_id': null,
  'integrations.deliveryHistory.webhook_id': null,
  'integrations.countReplay.webhook_id': null,
  'integrations.startReplay.webhook_id': null,
  'integrations.latestReplay.webhook_id': null,
  'roles.save.roleID': 'rol',
  'audit.list.userID': 'usr',
  'audit.list.campaignID': 'cmp',
  'audit.download.userID': 'usr',
  'audit.download.campaignID': 'cmp',
  'exclusions.findEntry.leadspeekID': 'cmp',
  'exclusions.addEntry.leadspeekID': 'cmp',
  'exclusions.removeEntry.leadspeekID': 'cmp',
  'exclusions.upload.leadspeekID': 'cmp',
  'exclusions.progress.leadspeekID': 'cmp',
  'exclusions.purge.leadspeekID': 'cmp',
  'exclusions.download.leadspeekID': 'cmp',
  'exclusions.downloadRejected.leadspeekID': 'cmp',
  'pricing.getPrice.leadspeekID': 'cmp',
  'pricing.campaignPrice.leadspeekID': 'cmp',
  'pricing.savePrice.leadspeekID': 'cmp',
  'pricing.getOnboarding.companyRootID': 'com',
}
/** Each field of an input that names something by an id, with ids of the same kind that are not the caller's. */
function strangersFor(entry: NamedCall, member: Member): { field: string; id: string }[] {
  const given = Object.entries(sampleOf(entry, member)).flatMap(([field, value]) => {
    const kind = typeof value === 'string' ? /^([a-z]{3})_[0-9A-Z]{26}$/.exec(value)?.[1] : undefined
    return field === entry.call.company || field === entry.call.user || !kind ? [] : [{ field, kind }]
  })
  const left = Object.entries(optional).flatMap(([name, kind]) =>
    kind && name.startsWith(`${entry.id}.`) ? [{ field: name.slice(entry.id.length + 1), kind }] : [],
  )
  return [...given, ...left].flatMap(({ field, kind }) => (strangers[kind] ?? []).map((id) => ({ field, id })))
}
let tried = 0

const asked = allCalls
  .filter(({ id, call }) => call.can !== 'anyone' && !ending.has(id))
  .map((entry, at) => ({ ...entry, at }))
/** Everybody, beginning with somebody else for each call. */
const actorsFrom = (at: number) => [...actors.slice(at % actors.length), ...actors.slice(0, at % actors.length)]

describe.each(asked)('$id', ({ at, ...entry }) => {
  const { company, user } = entry.call
  it.each(portionOf(actorsFrom(at), 3))('OTH-16 keeps $name inside their own tree', async (actor) => {
    const { member } = actor
    const places = placesOf(cast, foreign, member)
    const permitted = isPermitted(entry, member, cast.users)
    const answers: Answer[] = []
    const named = company || user
    for (const relation of relations) {
      const place = places[relation]
      const isReached = reached[rowOf(member)].includes(relation)
      // What is reached is only read: a change of it would change what the next question finds.
      if (!place || !named || (isReached && !reads(entry))) continue
      // Anybody who may not do it at all is refused before anything is looked at: one question shows it.
      if (!permitted && relation !== 'foreign' && relation !== 'unknown') continue
      const input = {
        ...sampleOf(entry, member),
        ...(company && { [company]: place.company }),
        ...(user && { [user]: place.user }),
      }
      answers.push(await ask(entry, actor, relation, input))
    }
    for (const { field, id } of permitted ? strangersFor(entry, member) : [])
      answers.push(await ask(entry, actor, `other ${field}`, { ...sampleOf(entry, member), [field]: id }))
    if (reads(entry) && answers.length === 0) answers.push(await ask(entry, actor, 'own', sampleOf(entry, member)))
    tried += answers.length

    for (const { relation, status, text } of answers) {
      const at = `${entry.id} by ${actor.name} of ${relation}: ${status} ${text.slice(0, 300)}`
      expect(status, at).toBeLessThan(500)
      if (!showsRoots.has(entry.id)) expect(text, at).not.toMatch(forbidden(member))
      const isKnown = relations.some((each) => each === relation)
      if (isKnown && !reached[rowOf(member)].some((each) => each === relation)) expect(status, at).toBe(403)
      if (!permitted) expect(status, at).toBe(403)
    }
    // Whether a thing is there at all cannot be told from a refusal.
    const saying = (relation: string) => answers.find((each) => each.relation === relation)?.message
    if (named) expect(saying('foreign')).toBe(saying('unknown'))
  })
})

describe('the matrix', () => {
  it('OTH-16 has a case for every call, and met thousands of answers without a step over the wall', () => {
    const without = allCalls.filter(({ id }) => samples[id] === undefined).map(({ id }) => id)
    expect(without).toEqual([])
    expect(tried).toBeGreaterThan(shareOf(800, 4))
    expect(h.violations).toEqual([])
  })

  it('shows the marks to those who may see them, so that their absence means something', async () => {
    const seen = async (who: Member, companyId: string) => {
      const asked = {
        group: 'none',
        idsys: 'none',
        type: 'none',
        module: 'none',
        sort: 'none',
        order: 'none',
        search: 'none',
      }
      return JSON.stringify((await h.call(who, 'companies.list', { companyId, ...asked } as never)).body)
    }
    expect(await seen('olive', cast.root.id)).toMatch(/CANARYcopper/)
    expect(await seen('abe', cast.copper.id)).toMatch(/CANARYpeak/)
    expect(await seen('ada', cast.northlight.id)).toMatch(/CANARYharbor/)
  })

  it('knows every field of a call that names something by an id', () => {
    /** Ids that name nothing of a tenant's: a session of the caller's own, lists that the product itself keeps. */
    const own = new Set(['session_id', 'idSys', 'feature_id', 'idsys'])
    const unknown = allCalls
      .filter(({ call }) => call.can !== 'anyone')
      .flatMap(({ id, call }) => {
        const shape = (call.input as unknown as { shape?: Record<string, unknown> }).shape ?? {}
        const sample = samples[id]?.(cast, 'ada') as Record<string, unknown> | undefined
        return Object.keys(shape)
          .filter((field) => /id$/i.test(field) && !own.has(field))
          .filter((field) => field !== call.company && field !== call.user && sample?.[field] === undefined)
          .map((field) => `${id}.${field}`)
      })
    expect(unknown.filter((field) => optional[field] === undefined)).toEqual([])
  })
})
