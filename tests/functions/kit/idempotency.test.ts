import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { runOnce } from '#functions/kit/idempotency.ts'
import { lambdaContext } from '#infra/local/api.ts'
import { AppError } from '#shared/errors.ts'
import { harness } from '../../support/harness.ts'

const h = await harness({ cast: false })
const once = { call: 'POST /x', tenantId: 'com_1', userId: 'usr_1', key: 'k1', body: { amount: 250 } }
const lambda = () => lambdaContext('test')

function counter(waitMs = 0) {
  const runs = { count: 0 }
  return {
    runs,
    run: async () => {
      runs.count++
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      return { charged: runs.count }
    },
  }
}

describe('runOnce', () => {
  it('gives the first answer again for the same key and body', async () => {
    const { runs, run } = counter()
    const answers = [
      await runOnce(h.services, lambda(), { ...once, key: 'a' }, run),
      await runOnce(h.services, lambda(), { ...once, key: 'a' }, run),
    ]
    expect(answers).toEqual([{ charged: 1 }, { charged: 1 }])
    expect(runs.count).toBe(1)
  })

  it('answers 422 to the same key with another body', async () => {
    const { runs, run } = counter()
    await runOnce(h.services, lambda(), { ...once, key: 'b' }, run)
    const other = runOnce(h.services, lambda(), { ...once, key: 'b', body: { amount: 500 } }, run)
    await expect(other).rejects.toMatchObject({ code: 'key_reused', status: 422 })
    expect(runs.count).toBe(1)
  })

  it('answers 409 to nine of ten at once, and runs one', async () => {
    const { runs, run } = counter(60)
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => runOnce(h.services, lambda(), { ...once, key: 'c' }, run)),
    )
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'in_progress', status: 409 })
    expect(runs.count).toBe(1)
  })

  it('lets a failed request be tried again', async () => {
    const { runs, run } = counter()
    const failing = async () => {
      throw new AppError('conflict', 'Not now.')
    }
    await expect(runOnce(h.services, lambda(), { ...once, key: 'd' }, failing)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await runOnce(h.services, lambda(), { ...once, key: 'd' }, run)).toEqual({ charged: 1 })
    expect(runs.count).toBe(1)
  })

  it('keeps no secret of an answer in the table, and gives the same answer again', async () => {
    const run = async () => ({ client_secret: 'pi_1_secret_x', nested: { list: ['a', null] } })
    const first = await runOnce(h.services, lambda(), { ...once, key: 'f' }, run)
    const { client, name } = h.services.table
    const rows = await client.send(
      new QueryCommand({
        TableName: name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'I#com_1#usr_1' },
      }),
    )
    expect(rows.Count).toBeGreaterThan(0)
    expect(JSON.stringify(rows.Items)).not.toMatch(/secret|nested/)
    expect(await runOnce(h.services, lambda(), { ...once, key: 'f' }, run)).toEqual(first)
    expect(first).toEqual(await run())
  })

  it('keeps people, tenants and calls apart', async () => {
    const { runs, run } = counter()
    for (const other of [{}, { userId: 'usr_2' }, { tenantId: 'com_2' }, { call: 'POST /y' }])
      await runOnce(h.services, lambda(), { ...once, key: 'e', ...other }, run)
    expect(runs.count).toBe(4)
  })
})
