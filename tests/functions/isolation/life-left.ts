// What a sign-in leaves behind it: addresses that a browser opens by itself, places in lists, keys of requests that are sent again, files
// on their way, links in mails. After something that ends the sign-in, or takes a right from its person, each is shown again: by them,
// by others, from elsewhere.
import { endingToken } from '#functions/domain/reports/mail.ts'
import type { Input } from '#shared/contracts/index.ts'
import { unsubscribePath } from '#shared/hooks.ts'
import type { NewCampaign } from '#shared/model/campaign.ts'
import { headers as names } from '#shared/wire.ts'
import { png } from '../../support/pictures.ts'
import { plantCampaign } from '../../support/plant-campaign.ts'
import {
  type Company,
  isGood,
  isLiving,
  isOnSite,
  type Look,
  type Modules,
  type Person,
  reachesCompany,
  type SignIn,
} from './life-model.ts'
import type { paperSlice } from './life-papers.ts'
import type { stepSlice } from './life-steps.ts'
import type { Slice, World } from './life-world.ts'

/** Shown again, by anybody at any time; it says itself whether that was right. */
type Left = { what: string; show: () => Promise<void> }
type Take = (one: SignIn) => Promise<Left | undefined>

const nothing = { enabled: false, create: false, update: false, delete: false }
const noModules: Modules = { adsDesign: nothing, campaign: nothing, leads: nothing, settings: nothing }

export function leftSlice(
  world: World,
  steps: Pick<ReturnType<typeof stepSlice>, 'setUp'>,
  papers: ReturnType<typeof paperSlice>,
): Slice {
  const { h, dice, people, tokens, ask, note, fail, changed, nameOf, saying, judge, somebody, now, siteAt } = world
  const all: Left[] = []
  /** Who has ever chosen reports. */
  const readers = new Set<Person>()
  const cast = Object.values(h.cast.campaigns)

  /** Who shows it: the token it came with, the same person signed in anew, a colleague, a look through their eyes, anybody. */
  async function someToken(one: SignIn): Promise<SignIn | Look> {
    const { person } = one
    const looks = tokens.filter((each) => each.kind === 'look' && isGood(each, now()))
    const theirs = looks.filter((each) => each.kind === 'look' && each.person === person)
    const others = [
      async () => (await somebody((each) => each === person)) ?? one,
      async () => (await somebody((each) => each !== person && each.company === person.company)) ?? one,
      async () => (await somebody((each) => each.company !== person.company)) ?? one,
      async () => (await lookAt(person)) ?? one,
      async () => dice.pick(theirs.length > 0 ? theirs : looks.length > 0 ? looks : [one]) as SignIn | Look,
    ]
    return dice.chance(0.4) ? one : dice.pick(others)()
  }
  async function lookAt(person: Person): Promise<Look | undefined> {
    const by = await somebody((each) => each.kind === 'operator' && each.isDefault)
    if (by?.person.kind !== 'operator' || person.kind === 'operator' || !isLiving(person)) return undefined
    return world.beginLook(by, person)
  }
  /** It is given up, or the sign-in behind it ends. */
  async function endLook(seen: Look): Promise<void> {
    const by = tokens.findLast((each) => each.kind === 'sign-in' && each.session === seen.by) as SignIn | undefined
    if (by && isGood(by, now()) && dice.chance(0.5)) await ends['signs out']?.(by)
    else if ((await ask(seen, 'account.revertView', {})).status === 200) seen.isEnded = true
  }
  const isReached = (token: SignIn | Look, company: Company) => reachesCompany(token.person, company)
  const stillMay = (token: SignIn | Look, name: Parameters<World['may']>[1]) =>
    isGood(token, now()) && !world.owes(token) && world.may(token, name)

  /** Campaigns are named by whose they are, so that a list tells whose it shows. */
  async function plant(company: Company): Promise<{ number: string }> {
    const [like] = cast
    const agency = company.parent
    if (!like || !agency) throw new Error('There is nothing to plant a campaign like.')
    const id = h.services.newId('campaign')
    const name = `${company.mark} campaign ${world.next()}`
    const wanted: NewCampaign = { ...like, id, name, companyId: company.id, agencyId: agency.id, createdAt: now() }
    return plantCampaign(h, wanted)
  }
  const clientsOf = (person: Person) =>
    world.companies.filter((each) => each.kind === 'client' && !each.isGone && reachesCompany(person, each))

  /** Pauses a campaign under a key. Sent again it is answered once more, to the very same person alone: to all others it is paused. */
  const pause: Take = async (one) => {
    const clients = clientsOf(one.person)
    if (clients.length === 0) return undefined
    const company = dice.pick(clients)
    const campaign = await plant(company)
    const key = `key ${world.next()} ${world.mark}`
    const input = { leadspeekID: campaign.number, companyID: company.id, status: 'F' } as const
    const send = (token: SignIn | Look, more: Partial<Input<'campaigns.setActive'>> = {}, host?: string) =>
      ask(token, 'campaigns.setActive', { ...input, ...more }, host, { [names.idempotencyKey]: key })
    // Who looks at them sits at the root's host, where their own requests may come from as well.
    const host = dice.chance(0.4) ? world.root.host : world.hostOf(one)
    const { status, body } = await send(one, {}, host)
    if (!judge('pause a campaign', one, status, world.may(one, 'campaigns.setActive') && isReached(one, company)))
      return undefined
    const site = siteAt(host)
    const endsAt = now() + 23 * 3_600_000
    return {
      what: 'a request that was sent once',
      async show() {
        if (now() > endsAt) return
        const token = await someToken(one)
        const isOther = dice.chance(0.2)
        const at = dice.pick([host, host, world.hostOf(token), dice.pick(world.everyHost())])
        const again = await send(token, isOther ? { charge_now: 1 } : {}, at)
        const isSame = token.kind === 'sign-in' && token.person === one.person && !isOther && siteAt(at) === site
        const mayBe = isSame && stillMay(token, 'campaigns.setActive') && isReached(token, company)
        note(`the pause by ${nameOf(one.person)} once more by ${saying(token)}: ${again.status}`)
        if (again.status >= 500) fail(`A pause that was sent again by ${saying(token)} failed.`)
        if (again.status === 200 && !mayBe) fail(`${saying(token)} got the answer of ${nameOf(one.person)}.`)
        if (mayBe && site && isOnSite(one.person.company, site) && again.status !== 200)
          fail(`A pause that was sent twice by ${nameOf(one.person)} ended with ${again.status}.`)
        if (again.status === 200 && JSON.stringify(again.body) !== JSON.stringify(body))
          fail(`A pause was answered otherwise to ${saying(token)}.`)
      },
    }
  }

  /** A place in a list of campaigns. It is no right: the list is asked for anew, and in another list it means nothing. */
  const turnPage: Take = async (one) => {
    const { person } = one
    const homes = [...clientsOf(person), ...world.agencies.filter((each) => reachesCompany(person, each))]
    if (homes.length === 0) return undefined
    const company = dice.pick(homes)
    for (const _ of [1, 2]) if (company.kind === 'client') await plant(company)
    const none = 'none' as const
    const segments = { group: none, type: none, clientId: none, sort: none, order: none, search: none }
    const page = (token: SignIn | Look, of: Company, cursor?: string) =>
      ask(token, 'campaigns.list', { ...segments, companyId: of.id, Page: 1, PerPage: 1, cursor } as never)
    const { status, body } = await page(one, company)
    const cursor = (body as { next_cursor?: string | null }).next_cursor
    if (status !== 200 || !cursor) return undefined
    changed('turn a page')
    return {
      what: 'a place in a list',
      async show() {
        const token = await someToken(one)
        const of = dice.chance(0.7) ? company : dice.pick(world.companies.filter(({ kind }) => kind !== 'root'))
        const bytes = Buffer.from(cursor, 'base64url')
        const at = dice.below(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ 1
        const isChanged = dice.chance(0.3)
        const again = await page(token, of, isChanged ? bytes.toString('base64url') : cursor)
        const said = JSON.stringify(again.body)
        note(`a place in a list of ${company.mark} shown for ${of.mark} by ${saying(token)}: ${again.status}`)
        const mayBe = of === company && !isChanged && stillMay(token, 'campaigns.list') && isReached(token, of)
        if (again.status >= 500) fail(`A page by ${saying(token)} failed: ${said}`)
        if (again.status < 300 && !mayBe)
          fail(`${saying(token)} turned a page of ${company.mark}: ${said.slice(0, 300)}`)
        if (mayBe && again.status !== 200 && again.status !== 403)
          fail(`A place in a list ended with ${again.status} for ${saying(token)}.`)
        const shown = again.status < 300 ? world.forbiddenIn(said, token) : undefined
        if (shown) fail(`A page by ${saying(token)} shows ${shown.mark}: ${said.slice(0, 300)}`)
      },
    }
  }

  /** A picture that was sent, and is not taken over yet: the file lies there, and that is all. */
  const sendPicture: Take = async (one) => {
    const { person } = one
    const asked = await ask(one, 'account.uploadPicture', { usrID: person.id, contenttype: 'image/png' })
    if (!judge('send a picture', one, asked.status, true)) return undefined
    const { key } = asked.body as { key: string }
    let isThere = true
    return {
      what: 'a picture on its way',
      async show() {
        if (isThere) await h.services.files.put(key, png(2, 2), 'image/png')
        const token = await someToken(one)
        const whose = dice.chance(0.7) ? person : token.person
        const { status } = await ask(token, 'account.savePicture', { usrID: whose.id, key })
        note(`the picture of ${nameOf(person)} as that of ${nameOf(whose)} by ${saying(token)}: ${status}`)
        const mayBe = isThere && whose === person && token.person === person && stillMay(token, 'account.savePicture')
        if (status >= 500) fail(`The picture of ${nameOf(person)} failed with ${status}.`)
        if (status === 200 && !mayBe) fail(`${saying(token)} took over the picture of ${nameOf(person)}.`)
        if (mayBe && status !== 200 && status !== 403) fail(`A picture of ${nameOf(person)} ended with ${status}.`)
        if (status === 200) isThere = false
      },
    }
  }

  /** The link in a mail of reports. It ends them and nothing else, for as long as its reader is. */
  const reports: Take = async (one) => {
    const { person } = one
    const choose = (token: SignIn) => ask(token, 'account.saveReportMails', { usrID: person.id, rhythm: 'daily' })
    await h.db.user.update(person.id, { emailConfirmedAt: now() })
    const { status } = await choose(one)
    if (!judge('choose reports by mail', one, status, world.may(one, 'account.saveReportMails'))) return undefined
    const row = await h.db.reportMail.find(person.id)
    if (!row) return fail(`The reports of ${nameOf(person)} are not written down.`)
    readers.add(person)
    const token = await endingToken(h.services.sealer, row)
    return {
      what: 'a link that ends reports',
      async show() {
        const other = dice.pick(dice.chance(0.7) ? [...readers] : people)
        const isMadeUp = dice.chance(0.4) && other !== person
        const shown = isMadeUp ? token.replace(person.id, other.id) : token
        const host = dice.chance(0.7) ? person.host : dice.pick(world.everyHost())
        const method = dice.pick(['GET', 'POST'] as const)
        const before = await h.db.reportMail.find(other.id)
        const ip = `198.51.${dice.below(250)}.${dice.below(250)}`
        const answer = await h.send({ method, path: `${unsubscribePath}/${shown}`, ip }, host)
        const here = siteAt(host)
        const isOpen = !isMadeUp && isLiving(person) && here !== undefined && isOnSite(person.company, here)
        note(`the end of reports of ${nameOf(person)} at ${host}${isMadeUp ? ' for another' : ''}: ${answer.status}`)
        if ((answer.status === 200) !== isOpen)
          fail(
            `An end of reports of ${nameOf(person)} was answered ${answer.status}, and should ${isOpen ? '' : 'not '}open.`,
          )
        const after = await h.db.reportMail.find(person.id)
        if (isOpen && method === 'POST' && after?.rhythm !== 'off') fail(`The reports of ${nameOf(person)} go on.`)
        if (other !== person && (await h.db.reportMail.find(other.id))?.rhythm !== before?.rhythm)
          fail(`A link of ${nameOf(person)} changed the reports of ${nameOf(other)}.`)
      },
    }
  }

  const takes: Record<string, Take> = {
    async document(one) {
      const paper = await papers.askForDocument(one)
      return paper && { what: 'a document', show: () => papers.openDocument(paper) }
    },
    async log(one) {
      const asked = (dice.chance(0.6) && (await lookAt(one.person))) || one
      const paper = await papers.askForLog(asked)
      if (asked.kind === 'look' && dice.chance(0.7)) await endLook(asked)
      return paper && { what: 'a file of the log', show: () => papers.openLog(paper) }
    },
    pause,
    turnPage,
    sendPicture,
    reports,
  }

  /** By a second sign-in of the same person. */
  const elsewhere = async (one: SignIn, end: (other: SignIn) => Promise<void>) => {
    const other = await world.signIn(one.person)
    if (other && other.session !== one.session) await end(other)
  }
  const above = ({ person }: SignIn) =>
    somebody((each) => each.company === person.company && each.isDefault && each !== person)
  const ends: Record<string, (one: SignIn) => Promise<void>> = {
    async 'signs out'(one) {
      const { status } = await ask(one, 'session.logout', {})
      if (judge('log out', one, status, true, true)) one.session.isEnded = true
    },
    async 'signs out everywhere'(one) {
      const { status } = await ask(one, 'session.endAll', {})
      if (judge('end all', one, status, true, true)) one.person.epoch++
    },
    'is signed out elsewhere': (one) =>
      elsewhere(one, async (other) => {
        const { status } = await ask(other, 'session.endAll', { others: 'T' })
        if (judge('end all', other, status, true, true)) other.session.epoch = ++one.person.epoch
      }),
    'sets a new password elsewhere': (one) =>
      elsewhere(one, async (other) => {
        const next = `fresh paint ${world.next()}`
        world.changedPassword(other, next, (await world.passwordOf(other, next)).status)
      }),
    'sets up a second step elsewhere': (one) => elsewhere(one, (other) => steps.setUp(other)),
    async 'gets a role without any right'(one) {
      const { person } = one
      const by = await above(one)
      if (!by || by.person.company !== person.company || by.person === person || person.kind === 'sales') return
      const { company } = person
      const roledata = (['Ads Design', 'Campaign', 'LeadsPeek', 'Settings'] as const).map((module_name) => {
        const off = 'F' as const
        const flags = { create_permission: off, update_permission: off, delete_permission: off }
        return { module_name, enable_permission: off, ...flags }
      })
      const roleName = `${company.mark} nothing ${world.next()}`
      const made = await ask(by, 'roles.save', { companyID: company.id, roleName, roledata })
      if (made.status !== 200) return
      const role = { id: made.body.data.roleID, companyId: company.id, modules: noModules, isGone: false }
      world.roles.push(role)
      const input = { ClientID: person.id, action: 'staff', ClientRole: role.id } as never
      if ((await ask(by, 'companies.update', input)).status === 200) person.role = role
    },
    async 'is removed'(one) {
      const { person } = one
      const by = await above(one)
      if (!by || by.person.company !== person.company || by.person === person || person.isMain || dice.chance(0.6))
        return
      const { status } = await ask(by, 'companies.remove', { companyId: person.company.id, userId: person.id })
      if (status === 200) person.isGone = true
    },
    async 'goes on'() {},
  }

  const hasRole = ({ kind, isDefault }: Person) => kind !== 'client' && kind !== 'sales' && !isDefault
  const staff = (person: Person) => hasRole(person) && person.company.kind === 'agency'
  /** Of the role that they have, so that there is something to lose. */
  async function free(one: SignIn): Promise<void> {
    const { person } = one
    if (!person.role || !hasRole(person) || dice.chance(0.2)) return
    const by = await above(one)
    if (by?.person.company !== person.company) return
    const input = { ClientID: person.id, action: 'staff', ClientRole: '' } as never
    if ((await ask(by, 'companies.update', input)).status === 200) person.role = undefined
  }
  async function leave(take: Take, first: SignIn): Promise<void> {
    const one = dice.chance(0.6) ? ((await somebody(staff)) ?? first) : first
    await free(one)
    const left = await take(one)
    if (!left) return
    const end = hasRole(one.person) && dice.chance(0.3) ? 'gets a role without any right' : dice.pick(Object.keys(ends))
    note(`${nameOf(one.person)} leaves ${left.what}, and ${end}`)
    await ends[end]?.(one)
    // By who left it, and by others.
    for (const _ of [1, 2, 3]) await left.show()
    changed(`leave ${left.what}`)
    all.push(left)
  }
  const races: Slice['races'] = Object.fromEntries(
    Object.entries(takes).map(([name, take]) => [
      `${name} that is left behind`,
      async (one: SignIn) => {
        for (const _ of [1, 2]) await leave(take, one)
      },
    ]),
  )
  const changes: Slice['changes'] = {
    async 'what was left behind long ago'() {
      if (all.length > 0) await dice.pick(dice.chance(0.6) ? all.slice(-8) : all).show()
    },
    async 'what was left behind is shown again'() {
      if (all.length > 0) await dice.pick(all.slice(-4)).show()
    },
  }
  return { changes, races }
}
