import { describe, expect, it } from 'vitest'
import { recount } from '#bin/operator/recount.ts'
import { domainEntity } from '#functions/data/domains/domain.ts'
import { loginEntity, toLoginItem } from '#functions/data/tenancy/user.ts'
import { stageOf } from '../functions/companies/stage.ts'
import { harness } from '../support/harness.ts'

const h = await harness()
const { plant } = stageOf(h)
const { root, northlight } = h.cast
const clean = 'Every address, host and counter belongs to what is there.'

describe('recount', () => {
  it('finds nothing where all belongs together', async () => {
    expect(await recount.run(h.services, [])).toBe(clean)
  })

  it('says what is orphaned, changes nothing unless asked, and mends it then', async () => {
    const { company, user, host } = await plant(root, 'Recounted')
    const logins = loginEntity(h.services.table)
    const { emailHash } = toLoginItem(user, root.id)
    await logins.put(toLoginItem({ id: user.id, email: 'old@address.example' }, root.id)).go()
    await logins.delete({ scopeId: root.id, emailHash }).go()
    await domainEntity(h.services.table).put({ host: 'old-name.localhost', companyId: company.id, createdAt: 1 }).go()
    const { client, name: TableName } = h.services.table
    const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb')
    const Key = { pk: `C#${northlight.id}`, sk: 'COUNT#client' }
    const set = { ExpressionAttributeNames: { '#t': 'total' }, ExpressionAttributeValues: { ':n': 77 } }
    await client.send(new UpdateCommand({ TableName, Key, UpdateExpression: 'SET #t = :n', ...set }))
    const dry = await recount.run(h.services, [])
    expect(dry).toContain(`${user.id} has an address that lets nobody in: its row is missing. --apply mends it.`)
    expect(dry).toContain(`An address is kept for ${user.id}, who has another one or has ended. --apply mends it.`)
    expect(dry).toContain(`old-name.localhost is kept for ${company.id}, which is not there. --apply mends it.`)
    expect(dry).toMatch(/counts 77 of the kind client and has \d+\. --apply mends it\./)
    expect(dry.split('\n')).toHaveLength(4)
    expect(await recount.run(h.services, [])).toBe(dry)
    expect(await recount.run(h.services, ['--apply'])).toBe(dry.replaceAll('--apply mends it.', 'Mended.'))
    expect(await recount.run(h.services, [])).toBe(clean)
    expect(await h.db.user.findIdByLogin(root.id, user.email)).toBe(user.id)
    expect(await h.db.user.findIdByLogin(root.id, 'old@address.example')).toBeUndefined()
    expect(await h.db.domain.findCompanyId(host)).toBe(company.id)
    expect(await h.db.domain.findCompanyId('old-name.localhost')).toBeUndefined()
  })
})
