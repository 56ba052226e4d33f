import { createServer } from 'node:http'
import { requestDomain } from '#functions/domain/domains/custom.ts'
import { startEdge } from '#infra/local/doubles/edge.ts'
import { MINUTE } from '#shared/dates.ts'
import { proofNameOf } from '#shared/model/custom-domain.ts'
import { headers } from '#shared/wire.ts'
import { endWithFile } from '#tests/support/file-end.ts'
import { harness } from '#tests/support/harness.ts'

const endpoint = 'd111.cloudfront.test'
export const target = 'sites.leadloom.test'
export const platformDomain = 'leadloom.test'
const start = 1_800_000_000_000

/** A platform beside an edge and name servers that do what they are told, and a clock to walk through days. */
export async function openStage() {
  const edge = await startEdge({ distributionId: 'DIST', connectionGroupId: 'cg_1', routingEndpoint: endpoint })
  edge.dns.set(target, { type: 'CNAME', value: endpoint })
  const answering = new Set<string>()
  // Stands for the edge's own locations: answers for the hosts that have been rolled out.
  const site = createServer((req, res) => {
    const isUp = answering.has(req.headers.host ?? '')
    res.writeHead(isUp ? 200 : 421, isUp ? { [headers.requestId]: 'req_1' } : {}).end('{}')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  const suite = await harness({
    env: {
      AWS_ENDPOINT_URL_CLOUDFRONT: edge.url,
      EDGE_DISTRIBUTION_ID: 'DIST',
      EDGE_CONNECTION_GROUP_ID: 'cg_1',
      EDGE_ROUTING_ENDPOINT: endpoint,
      CUSTOM_DOMAIN_TARGET: target,
      DNS_SERVERS: edge.dns.server,
      PROBE_ORIGIN: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    },
  })
  endWithFile(async () => {
    suite.setClock()
    site.closeAllConnections()
    await Promise.all([edge.stop(), new Promise((resolve) => site.close(resolve))])
  })

  /** An agency of its own for each story: which domain it serves on is part of the story. */
  async function newAgency() {
    const known = await suite.db.domain.findCompanyId(suite.cast.hosts.northlight)
    const agency = await suite.db.company.get(known ?? '')
    return suite.db.company.create({ ...agency, id: suite.services.newId('company'), customDomain: null })
  }

  const details = { now: start, host: '', agency: '' }
  let stories = 0

  function at(time: number) {
    details.now = time
    suite.setClock(time)
  }
  /** The timetable's run, and all that follows from it. */
  async function tick(forward: number) {
    at(details.now + forward)
    await suite.runner.trigger('checkDomains', details.now)
    await suite.drain()
  }
  const point = (name = details.host) => edge.dns.set(name, { type: 'CNAME', value: target })
  /** Whether the person who asks has set the TXT record by the time that it is looked for; some of them, or all. */
  const proofs: { areSet: boolean | ((companyId: string) => boolean) } = { areSet: true }
  edge.dns.answerTexts(async (name) => {
    const all = await suite.db.customDomain.listDue(Number.MAX_SAFE_INTEGER / 10, 1000)
    const asked = all.filter(({ host }) => proofNameOf(host) === name)
    const isSet = (companyId: string) => (typeof proofs.areSet === 'boolean' ? proofs.areSet : proofs.areSet(companyId))
    const found = await Promise.all(
      asked
        .filter(({ companyId }) => isSet(companyId))
        .map(({ companyId, host }) => suite.db.customDomain.find(companyId, host)),
    )
    return found.flatMap((domain) => domain?.facts.proof ?? [])
  })
  const ask = async (text = details.host) =>
    requestDomain(suite.services, await suite.db.company.get(details.agency), text, platformDomain)

  return {
    edge,
    suite,
    answering,
    get now() {
      return details.now
    },
    get host() {
      return details.host
    },
    get agency() {
      return details.agency
    },
    at,
    tick,
    point,
    ask,
    newAgency,
    proofs,
    async begin() {
      at(start)
      proofs.areSet = true
      stories += 1
      details.host = `leads.acme${stories}.test`
      details.agency = (await newAgency()).id
    },
    factsOf: async (name = details.host) => (await suite.db.customDomain.find(details.agency, name))?.facts,
    /** All the way to a domain that serves. */
    async bringUp(name = details.host) {
      point(name)
      await ask(name)
      await suite.drain()
      edge.setCertificate(name, 'issued')
      await tick(5 * MINUTE)
      edge.deploy(name)
      answering.add(name)
      await tick(5 * MINUTE)
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>
