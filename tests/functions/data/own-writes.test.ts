// What the table did though its answer was lost is one's own; what somebody else did meanwhile is not.
import { describe, expect, it } from 'vitest'
import { isOwnWrite } from '#functions/data/lib/refused-write.ts'
import { DAY } from '#shared/dates.ts'
import { harness } from '#tests/support/harness.ts'
import { loseAnswers } from '#tests/support/lost-answers.ts'

const h = await harness({ hasSdk: true })
const { db, cast } = h
const { losing, missing } = loseAnswers(h.services.table)
const { cleo } = cast.users
const off = { enabled: false, create: false, update: false, delete: false }
const modules = { adsDesign: off, campaign: off, leads: off, settings: off }
const role = (name: string) => ({ id: `rol_${name}`, name, icon: 'user' as const, modules })
const at = h.services.now()

describe('A40 an answer that was lost', () => {
  it('a row that is new is one’s own', async () => {
    expect(await losing(() => db.guard.once('own', DAY, at))).toBe(true)
    expect(await losing(() => db.guard.once('own', DAY, at))).toBe(false)
    // Who did not get through finds what somebody else put there.
    const first = await missing(
      () => db.guard.once('other', DAY, at),
      () => db.guard.once('other', DAY, at + 1000),
    )
    expect(first).toBe(false)
  })

  it('a row that was as it was read is one’s own, and not what somebody else made of it', async () => {
    const book = await db.role.find(cast.northlight.id)
    const ours = [role('ours')]
    expect(await losing(() => db.role.save(book, ours))).toBe(true)
    expect(await db.role.find(cast.northlight.id)).toMatchObject({
      version: book.version + 1,
      roles: [{ name: 'ours' }],
    })
    const read = await db.role.find(cast.northlight.id)
    const saved = await missing(
      () => db.role.save(read, [role('late')]),
      () => db.role.save(read, [role('theirs')]),
    )
    expect(saved).toBe(false)
    expect((await db.role.find(cast.northlight.id)).roles).toMatchObject([{ name: 'theirs' }])
  })

  it('a sum is added to once, and tells its number', async () => {
    const { epoch } = await db.user.get(cleo.id)
    expect(await losing(() => db.user.raiseEpoch(cleo.id, { from: epoch }))).toBe(epoch + 1)
    expect(await db.user.get(cleo.id)).toMatchObject({ epoch: epoch + 1 })
    const raised = await missing(
      () => db.user.raiseEpoch(cleo.id, { from: epoch + 1, passwordHash: 'ours' }),
      () => db.user.raiseEpoch(cleo.id, { from: epoch + 1, passwordHash: 'theirs' }),
    )
    expect(raised).toBeUndefined()
    expect(await db.user.get(cleo.id)).toMatchObject({ epoch: epoch + 2, passwordHash: 'theirs' })
  })

  it('a limit that is full stays full', async () => {
    const place = { kind: 'own-writes', subject: 'a', windowMs: DAY, now: at, most: 2 }
    const taken = await missing(
      () => db.guard.reserve({ ...place, count: 2 }),
      () => db.guard.reserve({ ...place, count: 2 }),
    )
    expect(taken).toBe(false)
    expect(await db.guard.read('own-writes', 'a', DAY, at)).toBe(2)
  })
})

describe('whether a refused write is its own reason', () => {
  const names = { '#a': 'a', '#b': 'b', '#n': 'n' }
  const update = (UpdateExpression: string, ConditionExpression: string) => ({
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: { ':a': { S: 'new' }, ':b': { S: 'b' }, ':n': { N: '1' }, ':was': { N: '4' } },
  })
  const row = { a: { S: 'new' }, b: { S: 'b' }, n: { N: '5' } }

  it.each([
    ['what it sets is so, and was asked about', update('SET #a = :a', '#a <> :a'), row, true],
    ['what it sets is not so', update('SET #a = :b', '#a <> :b'), row, false],
    ['its condition asks about something else', update('SET #a = :a', '#b = :a'), row, false],
    ['one of two is not so', update('SET #a = :a, #b = :a', '#a <> :a'), row, false],
    ['what it removes is gone', update('REMOVE #a', 'attribute_exists(#a)'), { n: { N: '5' } }, true],
    ['what it removes is there', update('REMOVE #a', 'attribute_exists(#a)'), row, false],
    ['a sum from a first value', update('ADD #n :n', '#n = :was'), row, true],
    ['a sum from another first value', update('ADD #n :n', '#n = :n'), row, false],
    ['a sum under a limit', update('ADD #n :n', 'attribute_not_exists(#n) OR #n <= :was'), row, false],
    ['a sum beside what it sets', update('SET #a = :a ADD #n :n', '#a <> :a'), row, true],
    ['what is counted from other values', update('SET #a = if_not_exists(#a, :a), #b = :b', '#b <> :b'), row, true],
    ['an entry of a set', update('DELETE #a :a', 'contains(#a, :a)'), row, false],
    ['a row that is gone', update('SET #a = :a', '#a <> :a'), undefined, false],
    ['a removal of what is gone', { ConditionExpression: 'attribute_exists(pk)' }, undefined, true],
    ['a removal of what is there', { ConditionExpression: '#a = :a' }, row, false],
    ['an item that is so', { Item: row, ConditionExpression: 'attribute_not_exists(pk)' }, { ...row }, true],
    ['an item that is another', { Item: row, ConditionExpression: 'x' }, { ...row, n: { N: '6' } }, false],
  ])('%s', (_, write, now, isOwn) => {
    expect(isOwnWrite(write, now)).toBe(isOwn)
  })
})
