// Asks public name servers about a tenant's own domain.
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DnsFacts } from '#shared/model/dns.ts'

const MAX_HOPS = 8
/** A name leads to others, each with servers of its owner's that may take their time: all of them have so long. */
const LIMIT_MS = 20_000
/** Answers that mean "there is no such record". */
const nothing = new Set(['ENODATA', 'ENOTFOUND'])

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

export function openDns(options: { servers?: string[] | undefined; limitMs?: number }) {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  if (options.servers?.length) resolver.setServers(options.servers)

  async function ask<T>(question: Promise<T[]>): Promise<T[]> {
    try {
      return await question
    } catch (error) {
      if (nothing.has(codeOf(error))) return []
      throw error
    }
  }

  async function followNames(host: string): Promise<{ chain: string[]; isLoop: boolean }> {
    const chain: string[] = []
    for (let name = host; chain.length < MAX_HOPS; ) {
      const [next] = (await ask(resolver.resolveCname(name))).map(plain)
      if (next === undefined) return { chain, isLoop: false }
      if (next === host || chain.includes(next)) return { chain, isLoop: true }
      chain.push(next)
      name = next
    }
    return { chain, isLoop: true }
  }

  /** CAA records of the host or of the nearest name above it that has any (RFC 8659, 3). */
  async function findIssuers(host: string): Promise<string[] | undefined> {
    const labels = host.split('.')
    for (let at = 0; at < labels.length - 1; at += 1) {
      const records = await ask(resolver.resolveCaa(labels.slice(at).join('.')))
      const issuers = records.flatMap(({ issue }) =>
        issue === undefined ? [] : [plain(issue.split(';')[0]?.trim() ?? '')],
      )
      if (records.length > 0) return issuers.length > 0 ? issuers : undefined
    }
    return undefined
  }

  async function look(host: string): Promise<DnsFacts> {
    const { chain, isLoop } = await followNames(host)
    if (isLoop) return { chain, isLoop, addresses: [], issuers: undefined, isBroken: false }
    const addresses =
      chain.length > 0 ? [] : [...(await ask(resolver.resolve4(host))), ...(await ask(resolver.resolve6(host)))]
    return { chain, isLoop, addresses, issuers: await findIssuers(host), isBroken: false }
  }

  return {
    /** What the TXT records of a name say; nothing where they cannot be had. */
    async findTexts(name: string): Promise<string[]> {
      const found = await ask(resolver.resolveTxt(name)).catch(() => [])
      return found.map((parts) => parts.join(''))
    },
    async lookUp(host: string): Promise<DnsFacts> {
      const stop = new AbortController()
      try {
        const late = sleep(options.limitMs ?? LIMIT_MS, undefined, stop).then((): never => {
          throw new Error('The name servers took too long.')
        })
        return await Promise.race([look(host), late])
      } catch {
        return { chain: [], addresses: [], issuers: undefined, isLoop: false, isBroken: true }
      } finally {
        stop.abort()
      }
    },
  }
}
export type Dns = ReturnType<typeof openDns>
