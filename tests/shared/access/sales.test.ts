import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reaches, reachesUser } from '#shared/access/sales.ts'
import type { UserActor } from '#shared/model/actor.ts'
import { actorOf } from './cast.ts'

const actorIn = (role: UserActor['role'], userId: string, companyId: string) => actorOf(role, { userId, companyId })

// Small alphabets, so that ids meet often.
const agencyId = fc.constantFrom('a1', 'a2', 'a3')
const person = fc.constantFrom('sam', 'ellen', 'rita', 'olive')
const facts = fc.record({
  salesRepId: fc.option(person),
  accountExecutiveId: fc.option(person),
  referralUserId: fc.option(person),
})
const place = fc.oneof(
  fc.constant({ id: 'root', ancestors: [] as string[], agencyId: null as string | null }),
  agencyId.map((id) => ({ id, ancestors: ['root'] as string[], agencyId: id as string | null })),
  fc.tuple(agencyId, fc.constantFrom('c1', 'c2')).map(([agency, client]) => ({
    id: `${agency}-${client}`,
    ancestors: ['root', agency] as string[],
    agencyId: agency as string | null,
  })),
  fc.constant({ id: 'elsewhere', ancestors: ['root2'] as string[], agencyId: 'elsewhere' as string | null }),
)

describe('what sales people reach', () => {
  it('is themselves, their root, and exactly what belongs to agencies that name them', () => {
    fc.assert(
      fc.property(person, place, facts, person, (me, at, agency, other) => {
        const sales = actorIn('sales', me, 'root')
        const isNamed = Object.values(agency).includes(me)
        const inTree = at.id === 'root' || at.ancestors.includes('root')
        const given = at.agencyId === null ? undefined : agency
        expect(reaches(sales, at, given)).toBe(inTree && (at.id === 'root' || isNamed))
        const isMine = at.agencyId !== null && isNamed
        expect(reachesUser(sales, { id: other }, at, given)).toBe(other === me || (inTree && isMine))
      }),
    )
  })

  it('never is more than an operator of the same root reaches', () => {
    fc.assert(
      fc.property(person, place, facts, (me, at, agency) => {
        const given = at.agencyId === null ? undefined : agency
        if (reaches(actorIn('sales', me, 'root'), at, given))
          expect(reaches(actorIn('root', me, 'root'), at, given)).toBe(true)
      }),
    )
  })

  it('leaves everybody else with their tree', () => {
    fc.assert(
      fc.property(place, facts, (at, agency) => {
        const own = actorIn('agency', 'ada', 'a1')
        const isBelow = at.id === 'a1' || at.ancestors.includes('a1')
        expect(reaches(own, at, agency)).toBe(isBelow)
        expect(reachesUser(own, { id: 'sam' }, at, agency)).toBe(isBelow)
        expect(reachesUser(own, { id: 'ada' }, at, agency)).toBe(true)
      }),
    )
  })
})
