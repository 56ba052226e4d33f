// Where agencies live: they move to another sub-domain, and the one that they leave is free for another agency. What was begun or made
// at a host is worth nothing to the one who lives there next.
import { MINUTE } from '#shared/dates.ts'
import { type Company, isStanding, reachesCompany, type SignIn } from './life-model.ts'
import type { Slice, World } from './life-world.ts'

export function hostSlice(world: World): Slice {
  const { dice, ask, note, fail, changed, somebody, judge, sessions, siteAt, agencies, root } = world
  const domain = root.host.slice(root.host.indexOf('.'))
  const spare = [`spare-${world.mark}${domain}`, `other-${world.mark}${domain}`]
  const names = () =>
    [...new Set([...spare, ...world.everyHost()])].filter(
      (host) => host !== root.host && `${nameOf(host)}${domain}` === host,
    )
  const nameOf = (host: string) => host.slice(0, host.indexOf('.'))

  const move = (by: SignIn, agency: Company, host: string) =>
    ask(by, 'domains.moveHost', { companyID: agency.id, subdomain: nameOf(host) })
  const isTheirs = (by: SignIn, agency: Company): boolean =>
    world.may(by, 'domains.moveHost') &&
    reachesCompany(by.person, agency) &&
    isStanding(agency) &&
    (by.person.kind === 'operator' || (by.person.kind !== 'sales' && by.person.isDefault))
  function moved(agency: Company, host: string): void {
    world.addHost(agency.host)
    world.addHost(host)
    agency.host = host
  }

  /** What a browser kept at a host is shown to who lives there now. */
  async function returnTo(host: string): Promise<void> {
    const left = sessions.filter(
      (session) => session.host === host && !session.isEnded && session.site !== siteAt(host),
    )
    for (const session of left.slice(-3)) {
      const { status } = await ask(undefined, 'session.refresh', { refresh_token: session.refresh }, host)
      if (status === 200) fail(`A sign-in goes on at ${host}, where another one lives now.`)
      note(`what was kept at ${host} opens nothing: ${status}`)
    }
  }

  const changes: Slice['changes'] = {
    async 'move to another host'() {
      const by = await somebody((person) => person.kind === 'operator' || person.isDefault || dice.chance(0.1))
      if (!by) return
      const agency = dice.pick(agencies)
      const host = dice.pick(names())
      const isFree = siteAt(host) === undefined || host === agency.host
      const { status } = await move(by, agency, host)
      if (!judge('move to another host', by, status, isTheirs(by, agency) && isFree)) return
      const before = agency.host
      moved(agency, host)
      if (before !== host) await returnTo(before)
    },
    async 'live at a domain of their own as well'() {
      const agency = dice.pick(agencies)
      const host = `own${agency.ownHosts.size}.${agency.mark.toLowerCase()}.example`
      if (agency.ownHosts.size > 1 || !isStanding(agency)) return
      await world.h.db.domain.claim(host, agency.id, world.now())
      world.h.forgetTenants()
      agency.ownHosts.add(host)
      world.addHost(host)
      changed('live at a domain of their own')
      const person = dice.pick(world.people.filter((each) => each.host === agency.host))
      if (person.password === '') return
      const input = { username: person.email, password: person.password } as never
      const entrance = await ask(undefined, 'session.login', input, host)
      const came = world.come(person, entrance, person.epoch, host)
      if (!came) return
      // What was begun at one of its hosts goes on there alone.
      const { status } = await ask(undefined, 'session.refresh', { refresh_token: came.session.refresh }, agency.host)
      if (status === 200) fail(`A sign-in that was begun at ${host} goes on at ${agency.host}.`)
    },
    async 'move to where another lived'() {
      const [first, second] = dice.chance(0.5) ? agencies : [agencies[1], agencies[0]]
      const by = await somebody((person) => person.kind === 'operator' && person.isDefault)
      if (by?.person.kind !== 'operator' || !isStanding(first) || !isStanding(second)) return
      const free = spare.find((host) => siteAt(host) === undefined)
      const { host } = first
      if (!free) return
      if (!judge('move to another host', by, (await move(by, first, free)).status, isTheirs(by, first))) return
      moved(first, free)
      if (!judge('move to another host', by, (await move(by, second, host)).status, isTheirs(by, second))) return
      moved(second, host)
      await returnTo(host)
    },
  }
  const races: Slice['races'] = {
    async 'two who want one host'(one) {
      const [first, second] = agencies
      const host = spare.find((each) => siteAt(each) === undefined)
      if (!host || !isTheirs(one, first) || !isTheirs(one, second)) return
      const both = await Promise.all([move(one, first, host), move(one, second, host)])
      if (both.filter(({ status }) => status === 200).length > 1) fail(`Two live at ${host}.`)
      for (const [at, { status }] of both.entries()) if (status === 200) moved(at === 0 ? first : second, host)
    },
    async 'an agency that moves while somebody signs in'(one) {
      const agency = dice.pick(agencies)
      const host = spare.find((each) => siteAt(each) === undefined)
      if (!host || !isTheirs(one, agency)) return
      const person = dice.pick(world.people.filter((each) => each.host === agency.host && each.password !== ''))
      const before = agency.host
      const [gone, entrance] = await Promise.all([move(one, agency, host), world.login(person)])
      const came = world.come(person, entrance, person.epoch)
      if (gone.status === 200) moved(agency, host)
      if (came) await world.look(came)
      if (gone.status === 200 && came) await returnTo(before)
      world.wait(MINUTE)
      changed('an agency moves')
    },
  }
  return { changes, races }
}
