import { Resolver } from 'node:dns/promises'
import { expect, it } from 'vitest'
import { startDns } from '#infra/local/doubles/dns.ts'

async function open() {
  const dns = await startDns()
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([dns.server])
  return { dns, resolver }
}

it('fails as a server does where the texts that it is asked for cannot be made up', async () => {
  const { dns, resolver } = await open()
  dns.answerTexts(() => Promise.reject(new Error('The table is gone.')))
  await expect(resolver.resolveTxt('a.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  await dns.stop()
})

it('owes no answer to who asked just before it stopped', async () => {
  const { dns, resolver } = await open()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const thinking = Promise.withResolvers<string[]>()
  const asked = new Promise<void>((resolve) => {
    dns.answerTexts(() => {
      resolve()
      return thinking.promise
    })
  })
  const answer = resolver.resolveTxt('a.example.com').catch((error: { code: string }) => error.code)
  await asked
  await dns.stop()
  thinking.resolve(['too late'])
  await new Promise((resolve) => setImmediate(resolve))
  resolver.cancel()
  expect([await answer, unhandled]).toEqual(['ECANCELLED', []])
  process.off('unhandledRejection', note)
})
