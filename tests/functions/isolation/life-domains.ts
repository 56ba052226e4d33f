// Domains of agencies' own: asked for, proven or not, given up, and taken by another agency. Who owns the name decides by its
// records; what was begun or mailed at a domain is worth nothing to the agency that has it next.
import { DAY, MINUTE } from '#shared/dates.ts'
import { type Company, isStanding, reachesCompany, type SignIn } from './life-model.ts'
import type { Names } from './life-names.ts'
import type { Papers } from './life-papers.ts'
import type { Slice, Trio, World } from './life-world.ts'

/** What is set for a name, and who could have shown that it is theirs since they asked. */
type Zone = {
  host: string
  isHere: boolean
  shown: Set<Company>
  /** The values that were answered to who asked, of each agency. */
  proofs: Map<Company, string>
  hasShown: Set<Company>
  holder: Company | undefined
}

export function domainSlice(world: World, papers: Papers, names: Names): Slice {
  const { h, dice, ask, note, fail, changed, somebody, judge, sessions, siteAt, agencies, now } = world
  const zones = ['one', 'two'].map((name): Zone => {
    const host = `${name}.${world.mark}-names.example`
    const none = { shown: new Set<Company>(), hasShown: new Set<Company>(), proofs: new Map() }
    return { host, isHere: false, holder: undefined, ...none }
  })

  const isTheirs = (by: SignIn, agency: Company): boolean =>
    world.may(by, 'domains.save') &&
    reachesCompany(by.person, agency) &&
    isStanding(agency) &&
    (by.person.kind === 'operator' || (by.person.kind !== 'sales' && by.person.isDefault))

  function setRecords(zone: Zone): void {
    names.point(zone.host, zone.isHere)
    const values = [...zone.shown].flatMap((agency) => zone.proofs.get(agency) ?? [])
    names.prove(zone.host, values)
    for (const agency of zone.shown) if (zone.proofs.has(agency)) zone.hasShown.add(agency)
  }

  /** Who has it by now must have shown it, and nobody gets one that leads to somebody else's site still. */
  async function look(zone: Zone): Promise<void> {
    const { host } = zone
    const held = await h.db.domain.findHolder(host)
    const holder = agencies.find(({ id }) => id === held?.companyId)
    if (holder && holder !== zone.holder) {
      if (!zone.hasShown.has(holder)) fail(`${holder.mark} has ${host}, and has never shown that it is theirs.`)
      if (zone.holder && zone.isHere) fail(`${holder.mark} has ${host}, whose record led to ${zone.holder.mark} still.`)
      changed('another agency has a domain')
    }
    if (zone.holder && !holder && zone.isHere)
      fail(`${host} is anybody's, and its record leads to ${zone.holder.mark} still.`)
    const facts = await Promise.all(agencies.map(({ id }) => h.db.customDomain.find(id, host)))
    const proven = facts.filter((each) => each && each.facts.provenAt !== null && !each.facts.fault)
    if (proven.length > 1) fail(`Two agencies have ${host}.`)
    const before = siteAt(host)
    const serves = holder && !held?.isGivenUp ? holder : undefined
    for (const agency of agencies) if (agency !== serves) agency.ownHosts.delete(host)
    serves?.ownHosts.add(host)
    world.addHost(host)
    h.forgetTenants()
    if (zone.holder !== holder && zone.holder) zone.hasShown.delete(zone.holder)
    zone.holder = holder
    if (before !== siteAt(host)) await returnTo(host)
  }
  world.afterDrain(async () => {
    for (const zone of zones) await look(zone)
  })
  /** What a browser kept at a domain is shown to who has it now. */
  async function returnTo(host: string): Promise<void> {
    const left = sessions.filter((each) => each.host === host && !each.isEnded && each.site !== siteAt(host))
    for (const session of left.slice(-3)) {
      const { status } = await ask(undefined, 'session.refresh', { refresh_token: session.refresh }, host)
      if (status === 200) fail(`A sign-in goes on at ${host}, which another agency has now.`)
      note(`what was kept at ${host} opens nothing: ${status}`)
    }
  }

  async function claim(by: SignIn, agency: Company, zone: Zone): Promise<boolean> {
    const { host } = zone
    const { status, body } = await ask(by, 'domains.save', { companyID: agency.id, DownlineDomain: host })
    const isOthers = zone.holder !== undefined && zone.holder !== agency
    if (!judge('ask for a domain', by, status, isTheirs(by, agency) && !isOthers)) return false
    const { dns_records = [] } = body as { dns_records?: { type: string; value: string; name: string }[] }
    const proof = dns_records.find(({ type, name }) => type === 'TXT' && name.endsWith(host))?.value
    if (proof) zone.proofs.set(agency, proof)
    for (const [other, value] of zone.proofs)
      if (other !== agency && value === proof) fail(`${agency.mark} and ${other.mark} have one proof of ${host}.`)
    return true
  }
  async function giveUp(by: SignIn, agency: Company): Promise<void> {
    // What waits to be mailed leads to where it was written.
    await papers.readPost()
    const { status } = await ask(by, 'domains.save', { companyID: agency.id, DownlineDomain: '' })
    judge('give up a domain', by, status, isTheirs(by, agency))
  }
  async function pass(ms: number): Promise<void> {
    await papers.readPost()
    world.wait(ms)
    await h.runner.trigger('checkDomains', now())
    await world.drain()
  }
  /** Signs somebody of an agency in there, where it serves. */
  async function comeTo(host: string): Promise<void> {
    const site = siteAt(host)
    const people = world.people.filter((each) => each.host === site?.host && each.password !== '')
    if (!site || people.length === 0) return
    const person = dice.pick(people)
    const input = { username: person.email, password: person.password } as never
    const entrance = await ask(undefined, 'session.login', input, host)
    const came = world.come(person, entrance, person.epoch, host)
    if (!came) return
    const { refresh } = came.session
    const elsewhere = await ask(undefined, 'session.refresh', { refresh_token: refresh }, site.host)
    if (elsewhere.status === 200) fail(`A sign-in that was begun at ${host} goes on at ${site.host}.`)
    const { status, body } = await ask(undefined, 'session.refresh', { refresh_token: refresh }, host)
    if (status === 200) came.session.refresh = (body as unknown as Trio).refresh_token
    changed('sign in at a domain of their own')
  }

  const master = (agency: Company) =>
    somebody((person) => person.kind === 'operator' || (person.company === agency && person.isDefault))
  const changes: Slice['changes'] = {
    async 'ask for a domain'() {
      const by = await somebody((person) => person.kind === 'operator' || person.isDefault || dice.chance(0.2))
      if (by) await claim(by, dice.pick(agencies), dice.pick(zones))
    },
    async 'set the records of a domain'() {
      const zone = dice.pick(zones)
      zone.isHere = dice.chance(0.7)
      zone.shown = new Set(agencies.filter(() => dice.chance(0.5)))
      setRecords(zone)
      await pass(dice.pick([5 * MINUTE, 20 * MINUTE, DAY]))
      note(`${zone.host} leads ${zone.isHere ? 'here' : 'elsewhere'}: ${siteAt(zone.host)?.mark ?? 'nobody'} has it`)
    },
    async 'give up a domain'() {
      const by = await somebody((person) => person.kind === 'operator' || person.isDefault || dice.chance(0.2))
      if (by) await giveUp(by, dice.pick(agencies))
    },
  }
  const races: Slice['races'] = {
    async 'a domain that another agency takes over'() {
      const [first, second] = dice.chance(0.5) ? agencies : [agencies[1], agencies[0]]
      const zone = dice.pick(zones)
      const [one, other] = [await master(first), await master(second)]
      if (!one || !other) return
      if (!zone.holder) {
        if (!(await claim(one, first, zone))) return
        Object.assign(zone, { isHere: true, shown: new Set([first]) })
        setRecords(zone)
        await pass(20 * MINUTE)
      }
      await comeTo(zone.host)
      const before = zone.holder
      if (!before) return
      const [by, next] = before === first ? [one, second] : [other, first]
      await giveUp(by, before)
      await claim(by === one ? other : one, next, zone)
      // Sometimes its owner forgets the record, which leads to the one before.
      Object.assign(zone, { isHere: dice.chance(0.5), shown: new Set([next]) })
      setRecords(zone)
      await pass(DAY)
      if (!zone.isHere) {
        await claim(by === one ? other : one, next, zone)
        zone.isHere = true
        setRecords(zone)
        await pass(20 * MINUTE)
      }
      await returnTo(zone.host)
      await comeTo(zone.host)
    },
    async 'two who want one domain'() {
      const zone = zones.find(({ holder }) => !holder)
      const all = [await master(agencies[0]), await master(agencies[1])]
      const [one, other] = all
      if (!zone || !one || !other) return
      await Promise.all([claim(one, agencies[0], zone), claim(other, agencies[1], zone)])
      Object.assign(zone, { isHere: true, shown: new Set(agencies.filter(() => dice.chance(0.6))) })
      setRecords(zone)
      await pass(20 * MINUTE)
    },
  }
  return { changes, races }
}
