// What an attempt comes to, for anything that can be asked once, found by its key and, perhaps, cancelled.
import { describe, expect, it } from 'vitest'
import { type Answer, ask, type MoneyRequest, resolveOrCancel } from '#functions/domain/payments/attempt.ts'
import type { FoundCharge } from '#functions/gateways/stripe/outcome.ts'
import { LEASE_MS, NOBODY, type Terms, WHILE_HERE } from '#shared/money/attempt.ts'

const NOW = 1_000_000
const now = () => NOW
const running: Terms = { endsAt: NOW + LEASE_MS, ownerUntil: NOBODY, isSecretOut: false }
const over: Terms = { ...running, endsAt: NOW }
const withOwner: Terms = { ...over, ownerUntil: WHILE_HERE, isSecretOut: true }

/** A provider that answers this, and that has these under the key, one look after the other. */
function requestOf(answer: Answer, found: (Partial<FoundCharge> | undefined)[] = [], isCancelled = true) {
  const said: string[] = []
  const request: MoneyRequest = {
    amountCents: 500,
    async ask(isOwnerHere) {
      said.push(isOwnerHere ? 'ask, owner here' : 'ask')
      return answer
    },
    async find() {
      said.push('find')
      const next = found.shift()
      return next && { status: 'open', id: 'pi_1', amountCents: 500, ...next }
    },
    async cancel(id) {
      said.push(`cancel ${id}`)
      return isCancelled
    },
  }
  return { request, said }
}
const lost: Answer = { status: 'lost' }
const action: Answer = { status: 'action', id: 'pi_1', clientSecret: 'secret' }

describe('asking for money', () => {
  it.each<[string, Answer, Terms, object, string[]]>([
    ['is paid', { status: 'succeeded', id: 'pi_1' }, running, { is: 'paid', id: 'pi_1' }, []],
    [
      'is refused',
      { status: 'declined', code: 'no', reason: 'No.' },
      withOwner,
      { is: 'declined', why: 'refused', reason: 'No.' },
      [],
    ],
    ['is open when the answer was lost', lost, running, { is: 'open' }, []],
    ['tells of a key that is spent', { status: 'spent' }, running, { is: 'spent' }, []],
    ['waits for the owner who is here', action, withOwner, { is: 'action', clientSecret: 'secret' }, []],
    [
      'takes back what waits for an owner who is not',
      action,
      running,
      { is: 'declined', why: 'unconfirmed' },
      ['cancel pi_1'],
    ],
  ])('%s', async (_name, answer, terms, outcome, then) => {
    const { request, said } = requestOf(answer)
    expect(await ask(request, terms, now)).toMatchObject(outcome)
    expect(said).toEqual([terms === withOwner ? 'ask, owner here' : 'ask', ...then])
  })
})

describe('looking for what became of an attempt', () => {
  const declined = { status: 'declined', code: 'no', reason: 'No.' } as const
  it.each<[string, (Partial<FoundCharge> | undefined)[], Terms, object, string[]]>([
    ['waits while a worker may be about to ask', [undefined], running, { is: 'open' }, ['find']],
    ['knows that it never arrived', [undefined], over, { is: 'absent' }, ['find']],
    [
      'finds it paid, even while a worker is at it',
      [{ status: 'succeeded' }],
      running,
      { is: 'paid', id: 'pi_1' },
      ['find'],
    ],
    [
      'closes what was declined and could still be paid',
      [declined],
      withOwner,
      { is: 'declined', why: 'refused' },
      ['find', 'cancel pi_1'],
    ],
    [
      'leaves alone what was declined and nobody can pay',
      [declined],
      over,
      { is: 'declined', why: 'refused', code: 'no' },
      ['find'],
    ],
    ['waits for the provider', [{ status: 'open' }], running, { is: 'open' }, ['find']],
    [
      'ends what the provider left unfinished',
      [{ status: 'open' }],
      over,
      { is: 'declined', why: 'unmade' },
      ['find', 'cancel pi_1'],
    ],
    [
      'knows nothing of an account that is not ours any more, no matter for how long',
      [{ status: 'unreachable', id: '' }],
      over,
      { is: 'open', isUnreachable: true },
      ['find'],
    ],
  ])('%s', async (_name, found, terms, outcome, requests) => {
    const { request, said } = requestOf(lost, found)
    expect(await resolveOrCancel(request, terms, now)).toMatchObject(outcome)
    expect(said).toEqual(requests)
  })

  it.each<[FoundCharge['status'] | undefined, string]>([
    ['succeeded', 'paid'],
    ['declined', 'declined'],
    ['action', 'open'],
    ['open', 'open'],
    [undefined, 'open'],
  ])('looks once more where it could not be cancelled: %s is %s', async (status, is) => {
    const waiting = { status: 'action' } as const
    const { request, said } = requestOf(lost, [waiting, status && { status }], false)
    expect((await resolveOrCancel(request, over, now)).is).toBe(is)
    expect(said).toEqual(['find', 'cancel pi_1', 'find'])
  })

  it('never books a charge of another amount', async () => {
    const { request } = requestOf(lost, [{ status: 'succeeded', amountCents: 501 }])
    await expect(resolveOrCancel(request, over, now)).rejects.toThrow('not the amount')
  })
})
